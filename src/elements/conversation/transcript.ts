import type { ChatMessage } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { messageMarkdown } from './clipboard.ts';
import { exactTime } from './message-time.ts';

export interface TranscriptView {
  title: string;
  conversationId: string | undefined;
  messages: readonly ChatMessage[];
  strings: Strings;
  locale: string;
}

/** The conversation as a Markdown document: who said what, and when. */
export function transcriptMarkdown({ title, messages, strings, locale }: TranscriptView): string {
  const blocks = messages.map(message => {
    const who = message.role === 'user' ? strings.you : title;
    return `**${who}**, ${exactTime(message.createdAt, locale)}\n\n${messageMarkdown(message)}`;
  });
  return `# ${title}\n\n${blocks.join('\n\n---\n\n')}\n`;
}

/** The conversation with every part as it came, also those that were not drawn. Times are ISO 8601. */
export function transcriptJson({ title, conversationId, messages }: TranscriptView): string {
  const plain = messages.map(({ id, role, parts, createdAt, finishReason, incomplete }) => ({
    id,
    role,
    parts,
    createdAt: new Date(createdAt).toISOString(),
    finishReason,
    incomplete,
  }));
  return `${JSON.stringify({ title, conversationId, messages: plain }, undefined, 2)}\n`;
}

/** Hands a text to the visitor as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
