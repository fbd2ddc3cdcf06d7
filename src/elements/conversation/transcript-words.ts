import type { TranscriptWords } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';

/** The words of a transcript in the language of the chat. */
export function transcriptWords(agent: string, strings: Strings, locale: string): TranscriptWords {
  const { you, sources, stopped, interrupted, failed } = strings;
  return { title: agent, you, agent, sources, incomplete: { stopped, interrupted, failed }, locale };
}
