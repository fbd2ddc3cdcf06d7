import type { Turn } from './conversation-state.ts';

/** Whole seconds until the turn goes on, never negative; 0 when it waits for nothing. */
export function secondsLeft(turn: Turn, now: number = Date.now()): number {
  return turn.waitUntil ? Math.max(0, Math.ceil((turn.waitUntil - now) / 1000)) : 0;
}
