import { stringify } from '../../protocol/json.ts';
import { isCitationPart, textOf } from '../../protocol/message.ts';
import type { ChatMessage, ConversationState, Incomplete } from './conversation-state.ts';
import { isToolRound } from './tool-results.ts';

/** The texts of a transcript, in the visitor's language. */
export interface TranscriptWords {
  /** The main heading. */
  title: string;
  you: string;
  agent: string;
  /** The heading above this many sources. */
  sources(count: number): string;
  incomplete: Readonly<Record<Incomplete, string>>;
  /** BCP 47 tag for the format of times. */
  locale: string;
}

/** The conversation as a Markdown document. The visitor's own text is escaped. */
export function transcriptMarkdown(state: ConversationState, words: TranscriptWords): string {
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const blocks = [`# ${escapeMarkdown(words.title)}`];
  for (const message of state.messages) {
    if (isToolRound(message)) continue;
    const who = message.role === 'user' ? words.you : words.agent;
    blocks.push(`**${escapeMarkdown(who)}** · ${time.format(message.createdAt)}`);
    const text = textOf(message.parts);
    if (text !== '') blocks.push(message.role === 'user' ? escapeMarkdown(text) : text);
    if (message.incomplete) blocks.push(`*${escapeMarkdown(words.incomplete[message.incomplete])}*`);
    const sources = sourcesOf(message);
    if (sources.length > 0)
      blocks.push(`${escapeMarkdown(words.sources(sources.length))}:\n\n${sources.join('\n')}`);
  }
  return `${blocks.join('\n\n')}\n`;
}

/** The conversation as JSON: `{ conversationId, messages: [{ role, createdAt (ISO 8601), text, parts, … }] }`. */
export function transcriptJson(state: ConversationState): string {
  const messages = state.messages
    // The results are in the calls of the reply before.
    .filter(message => !isToolRound(message))
    .map(({ id, role, createdAt, parts, finishReason, incomplete }) => ({
      id,
      role,
      createdAt: new Date(createdAt).toISOString(),
      text: textOf(parts),
      parts,
      finishReason,
      incomplete,
    }));
  return `${stringify({ conversationId: state.conversationId, messages }, 2)}\n`;
}

/** One message as Markdown: its text and a list of its sources. */
export function messageMarkdown(message: ChatMessage): string {
  const text = textOf(message.parts).trim();
  const sources = sourcesOf(message);
  return sources.length > 0 ? `${text}\n\n${sources.join('\n')}` : text;
}

function sourcesOf({ parts }: ChatMessage): string[] {
  return parts.filter(isCitationPart).map(({ title, url }, i) => {
    const address = typeof url === 'string' && url ? webAddress(url) : undefined;
    return `${i + 1}. ${address ? `[${escapeMarkdown(title)}](<${address}>)` : escapeMarkdown(title)}`;
  });
}

/** The URL if it is http or https. */
function webAddress(url: string): string | undefined {
  const here = typeof location === 'undefined' ? undefined : location.href;
  const parsed = URL.canParse(url, here) ? new URL(url, here) : undefined;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}

/** Escapes text, including its line breaks, so that Markdown shows it unchanged. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~&!]/g, '\\$&')
    .replace(/^[ \t]+/gm, space => '\u00a0'.repeat(space.length))
    .replace(/^(\u00a0*)([-+=])/gm, '$1\\$2')
    .replace(/^(\u00a0*\d+)([.)])/gm, '$1\\$2')
    .replace(/\r?\n/g, '  \n');
}
