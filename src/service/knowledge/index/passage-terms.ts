import { termsOf } from '../language/terms.ts';

/** What a passage is found by: the terms of its title and heading, and those of its text. */
export interface PassageTerms {
  head: readonly string[];
  text: readonly string[];
}

export function passageTerms(
  title: string,
  { heading, body }: { heading: string; body: string },
): PassageTerms {
  return { head: termsOf(`${title} ${heading}`), text: termsOf(body) };
}
