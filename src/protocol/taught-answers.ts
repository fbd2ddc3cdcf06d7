/** Answers that the owner has written: an extension of this project's own service, under `/v2/chatbots/{chatbotId}/answers`. */

export interface TaughtAnswer {
  id: string;
  question: string;
  /** The same question in other words. */
  otherWays: string[];
  /** Markdown. */
  answer: string;
  /** Where the reader finds more: an http(s) address, or a path on the site. */
  url: string | null;
  /** A paused answer is kept and not given. */
  paused: boolean;
  /** How often it was given. */
  uses: number;
  /** Unix seconds. */
  createdAt: number;
  updatedAt: number;
}

export type TaughtAnswerInput = Pick<TaughtAnswer, 'question' | 'otherWays' | 'answer' | 'url' | 'paused'>;

/** The body of a check; `id` names the stored answer to change. */
export interface AnswerDraft {
  question: string;
  otherWays: string[];
  answer?: string;
  id?: string;
}

/** Answers of one agent at most. */
export const ANSWERS_MAX = 500;
/** Characters. */
export const TAUGHT_QUESTION_MAX = 300;
export const TAUGHT_ANSWER_MAX = 10_000;
export const TAUGHT_URL_MAX = 2000;
export const OTHER_WAYS_MAX = 20;
/** Bytes of a body: the longest answer, with every character escaped. */
export const ANSWER_BODY_MAX = 512 * 1024;
/** The messages of a 409. */
export const ANSWER_CONFLICTS = {
  repeated: 'question: another answer has it',
  full: `An agent has at most ${ANSWERS_MAX} answers. Delete one first.`,
} as const;
/** How far back a check and the list of unanswered questions look. */
export const QUESTION_DAYS = 90;

/** A question that visitors asked, and where. */
export interface AskedQuestion {
  text: string;
  conversationId: string;
  /** Unix seconds. */
  askedAt: number;
}

/** A question that would be answered differently. */
export interface ChangedQuestion extends AskedQuestion {
  /** Whether it got no answer. */
  wasUnanswered: boolean;
  /** Whether the stored answer answers the question and the changed one would not. */
  isLost: boolean;
}

/** What an answer would change if it had been in force in the last 90 days. */
export interface AnswerCheck {
  /** The latest first; up to `CHECK_EXAMPLES_MAX` of them. */
  changed: ChangedQuestion[];
  /** How many questions change, with those that are not listed. */
  count: number;
  /** How many questions were compared. */
  compared: number;
  /** Whether all questions of the last 90 days were compared. */
  isComplete: boolean;
}

export const CHECK_EXAMPLES_MAX = 50;

/** Unanswered questions that ask the same. */
export interface UnansweredGroup {
  /** The latest of them. */
  question: string;
  count: number;
  /** The latest first; up to `GROUP_EXAMPLES_MAX`. */
  asked: AskedQuestion[];
}

export const GROUP_EXAMPLES_MAX = 10;
export const GROUPS_MAX = 100;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A path on the site itself: `//` would name another host. */
const PATH = /^\/(?![/\\])/;

export function isAnswerId(id: string): boolean {
  return UUID.test(id);
}

/** Whether the value is an http(s) address without credentials, or a path on the site. */
export function isAnswerLink(value: string): boolean {
  if (/[\s<>]/.test(value)) return false;
  if (PATH.test(value)) return true;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
