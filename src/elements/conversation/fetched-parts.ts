import type { ChatMessage } from '../../client/index.ts';
import { textOf } from '../../protocol/message.ts';
import { needsFormatting } from '../markdown/plain-paragraphs.ts';
import { Later } from './later.ts';

/** Formatted text: what is not plain paragraphs. */
export const formatting = new Later(() => import('../markdown/index.ts'));

/** Sources and tool calls. */
export const richParts = new Later(() => import('./parts/rich-parts.ts'));

/** What a visitor can do with a message. */
export const messageDesk = new Later(() => import('./message-desk.ts'));

/** The page's tools at work. */
export const toolDesk = new Later(() => import('./tool-desk.ts'));

/** When to ask the visitor for a contact. */
export const leadDesk = new Later(() => import('./lead-desk.ts'));

/**
 * Fetches what these messages, and the form if there is one, are drawn with, so that they appear as they will stay.
 * Undefined when all of it is there. Never fails: what can't be had is not drawn, or plainly.
 */
export function fetchMissing(
  messages: readonly ChatMessage[],
  asksForContact: boolean,
): Promise<unknown> | undefined {
  const formatted = messages.some(m => m.role === 'assistant' && needsFormatting(textOf(m.parts)));
  const rich = messages.some(m => m.parts.some(part => part.type !== 'text'));
  const wanted: [boolean, Later<unknown>][] = [
    [asksForContact, leadDesk],
    [messages.length > 0, messageDesk],
    [formatted, formatting],
    [rich, richParts],
  ];
  const missing = wanted.flatMap(([isWanted, part]) => (isWanted && !part.now ? [part] : []));
  return missing.length > 0 ? Promise.allSettled(missing.map(part => part.fetch())) : undefined;
}
