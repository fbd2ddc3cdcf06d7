import type { TranscriptWords } from '../../../client/index.ts';
import { transcriptJson, transcriptMarkdown } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { copyText } from '../../../markdown/copy-text.ts';
import type { ConversationHost } from '../hosts.ts';

/** How the visitor can take a conversation away. */
export type ExportFormat = 'copy' | 'markdown' | 'json' | 'print';

/** @returns whether the conversation was copied; undefined if it was not to be */
export async function exportConversation(
  format: ExportFormat,
  host: ConversationHost,
): Promise<boolean | undefined> {
  const { conversation, settings, strings, locale } = host;
  if (!conversation) return undefined;
  const { state } = conversation;
  const words = transcriptWords(settings.name, strings, locale);
  switch (format) {
    case 'copy':
      return copyText(transcriptMarkdown(state, words));
    case 'markdown':
      saveFile('conversation.md', 'text/markdown', transcriptMarkdown(state, words));
      break;
    case 'json':
      saveFile('conversation.json', 'application/json', transcriptJson(state));
      break;
    case 'print': {
      const { printConversation } = await import('./print.ts');
      printConversation(state, words, strings, getComputedStyle(host).direction);
    }
  }
  return undefined;
}

/** The words of a transcript, in the language of the chat. */
export function transcriptWords(agent: string, strings: Strings, locale: string): TranscriptWords {
  const { you, sources, stopped, interrupted, failed } = strings;
  return { title: agent, you, agent, sources, incomplete: { stopped, interrupted, failed }, locale };
}

function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
