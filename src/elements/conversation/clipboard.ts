import type { ChatMessage } from '../../client/index.ts';
import { isCitationPart, textOf } from '../../protocol/message.ts';
import { safeLink } from '../markdown/safe-url.ts';

/** A message as Markdown: its text as the agent wrote it, and its sources as a list of links. */
export function messageMarkdown(message: ChatMessage): string {
  const text = textOf(message.parts).trim();
  const sources = message.parts.filter(isCitationPart).map((source, n) => {
    const title = source.title.replace(/[\\[\]]/g, '\\$&');
    const link = source.url ? safeLink(source.url) : undefined;
    return `${n + 1}. ${link ? `[${title}](<${new URL(link.href, document.baseURI).href}>)` : title}`;
  });
  return sources.length > 0 ? `${text}\n\n${sources.join('\n')}` : text;
}

/** True when the text is in the clipboard; false where the page may not write there. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
