import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../node/deploy/cluster.ts';

/** Milliseconds between two words of the model. */
const PACE_MS = 500;
const WORDS = ['Shops ', 'open ', 'at ', 'nine ', 'every ', 'day.'];
/** What each whole reply says. */
export const WHOLE = WORDS.join('');

/** The model says the same to everybody, so many times and at this pace. */
export function scriptReply({ model }: Pick<Cluster, 'model'>, { times = 1, paceMs = PACE_MS } = {}): string {
  const text = Array.from({ length: times }, () => WORDS).flat();
  model.script({ text, before: () => pause(paceMs) });
  return text.join('');
}
