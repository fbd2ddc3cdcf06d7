/** A question, where its answer stands (nowhere when left out), a word of it, and the question asked before it. */
export type VisitorQuestion = readonly [
  question: string,
  place: RegExp | undefined,
  says?: RegExp,
  before?: string,
];
