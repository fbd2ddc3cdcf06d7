import { spokenText } from './spoken-text.ts';

/** Longer answers are announced, not read out: speech can't be skimmed. */
const READ_OUT_MAX = 400;

/** What is read out of an answer; empty where that is nothing. */
export function readOut(answer: Element): string {
  const text = spokenText(answer.querySelector('.text') ?? answer, READ_OUT_MAX).trim();
  return text.length > READ_OUT_MAX ? '' : text;
}
