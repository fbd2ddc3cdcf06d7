import type { Turn } from '../answerers/answerer.ts';
import { withoutMarks } from './citation-marks.ts';
import { estimateTokens, shorten } from './token-estimate.ts';

/** Less of a reply than this says nothing. */
const WORTH_KEEPING = 50;

/**
 * The end of a conversation within a number of tokens: whole exchanges, oldest first, always a question and then its
 * reply, because many models refuse any other order. A last reply too long for what is left is shortened.
 * Marks of sources are taken out: they counted the passages of an earlier question.
 */
export function earlierTurns(turns: readonly Turn[], tokens: number): Turn[] {
  const kept: Turn[] = [];
  let left = tokens;
  for (let i = turns.length - 1; i > 0; i -= 2) {
    while (i > 0 && !isExchange(turns[i - 1]!, turns[i]!)) i--;
    if (i <= 0) break;
    const question = turns[i - 1]!;
    const text = withoutMarks(turns[i]!.text);
    left -= estimateTokens(question.text);
    if (left < Math.min(WORTH_KEEPING, estimateTokens(text))) break;
    const reply = shorten(text, left);
    left -= estimateTokens(reply);
    kept.unshift(question, { role: 'assistant', text: reply });
    if (reply !== text) break;
  }
  return kept;
}

/** A reply may be empty, of tool calls alone; models refuse such a message. */
function isExchange(question: Turn, reply: Turn): boolean {
  return question.role === 'user' && reply.role === 'assistant' && reply.text.trim() !== '';
}
