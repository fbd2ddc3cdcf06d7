import assert from 'node:assert/strict';
import type { Answer, Target } from './target.ts';

/** One promise of the interface. */
export interface Check {
  /** Of INTERFACE.md. */
  section: string;
  promise: string;
  needsForeignAgent?: boolean;
  run(target: Target): Promise<void>;
}

/** A refusal in the one shape all of them have. */
export function assertRefused(answer: Answer, status: number, code?: string): string {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.body as { error: { code: string; message: string } };
  if (code) assert.equal(error.code, code);
  assert.doesNotMatch(error.message, /\n|\bat \S+:\d+|node_modules|\/src\//, 'no stack and no path');
  return error.message;
}
