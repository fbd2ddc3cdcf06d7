import { isTree } from '../../../protocol/settings.ts';

/** The counters of the proxy. */
export interface UsageReport {
  /** One entry per day without gaps, oldest first. */
  days: UsageDay[];
  feedback: { up: number; down: number; reasons: VoteReason[] };
  rateLimit: { limit: number; remaining: number } | undefined;
}

export interface VoteReason {
  value: 'up' | 'down';
  reason: string;
  /** Undefined for a service without conversations. */
  conversationId: string | undefined;
}

export interface UsageDay {
  /** `2026-11-20`, UTC. */
  day: string;
  requests: number;
  failures: number;
  unanswered: number;
  credits: number;
}

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Reads the answer. A count that is missing or has another type becomes 0. */
export function readUsage(answer: unknown): UsageReport {
  const counted = new Map<string, Record<string, unknown>>();
  const root = isTree(answer) ? answer : {};
  for (const entry of Array.isArray(root.days) ? root.days : []) {
    if (isTree(entry) && typeof entry.day === 'string') counted.set(entry.day, entry);
  }
  // If the clock of this device is behind, the server's last day is later.
  const newest = [...counted.keys()].map(day => Date.parse(day)).filter(time => !Number.isNaN(time));
  const last = Math.max(Date.now(), ...newest);
  const days = Array.from({ length: DAYS }, (_, i) => {
    const day = new Date(last - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    const entry = counted.get(day);
    const { requests, failures, unanswered, credits } = entry ?? {};
    return {
      day,
      requests: count(requests),
      failures: count(failures),
      unanswered: count(unanswered),
      credits: count(credits),
    };
  });
  const feedback = isTree(root.feedback) ? root.feedback : {};
  const reasons = (Array.isArray(feedback.reasons) ? feedback.reasons : [])
    .filter(isTree)
    .flatMap(({ value, reason, conversationId: id }): VoteReason[] => {
      if (typeof reason !== 'string' || (value !== 'up' && value !== 'down')) return [];
      return [{ value, reason, conversationId: typeof id === 'string' ? id : undefined }];
    });
  const rate = isTree(root.rateLimit) ? root.rateLimit : undefined;
  return {
    days,
    feedback: { up: count(feedback.up), down: count(feedback.down), reasons },
    rateLimit: rate && { limit: count(rate.limit), remaining: count(rate.remaining) },
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
