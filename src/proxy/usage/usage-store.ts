/** What was counted of one agent on one day, in UTC. */
export interface DayUsage {
  /** `2026-11-20`. */
  day: string;
  /** Questions that were taken. */
  requests: number;
  /** Replies that reached their end, and those that did not. */
  replies: number;
  failures: number;
  /** Replies that reached their end and hold no answer. */
  unanswered: number;
  credits: number;
}

export interface Vote {
  agentId: string;
  /** Keyed hash of who voted: one vote for each message and visitor, the last one counts. */
  voter: string;
  /** Other names of the same voter, whose vote on the message this one replaces. */
  formerVoters: readonly string[];
  messageId: string;
  /** The service's own id. */
  conversationId: string;
  value: 'up' | 'down';
  reason: string | undefined;
  /** Unix seconds. */
  at: number;
}

/** `conversationId` is undefined for a vote of an earlier version. */
export type MessageVote = Pick<Vote, 'messageId' | 'value' | 'reason' | 'at'> & {
  conversationId: string | undefined;
};

/** Chooses votes: all of some voters, and all in some conversations. */
export interface VotesOf {
  voters: readonly string[];
  conversationIds: readonly string[];
}

export interface UsageReport {
  /** Oldest first; days without any are left out. */
  days: DayUsage[];
  feedback: {
    up: number;
    down: number;
    /** The last votes that came with a reason, newest first. */
    reasons: MessageVote[];
  };
}

export interface UsageStore {
  /** Adds to the counts of one day. */
  add(agentId: string, usage: DayUsage): Promise<void>;
  vote(vote: Vote): Promise<void>;
  /** The days from `since` on (`2026-11-20`). */
  report(agentId: string, since: string): Promise<UsageReport>;
  /** All votes on some messages, the oldest first. */
  votesOn(agentId: string, messageIds: readonly string[]): Promise<MessageVote[]>;
  /** Conversations with a vote of this value, the latest vote first. */
  votedConversations(agentId: string, value: Vote['value'], limit: number): Promise<string[]>;
  /** The oldest first. */
  votesBy(agentId: string, of: VotesOf): Promise<MessageVote[]>;
  /** Removes what people wrote with their votes. The votes still count. */
  forgetReasons(agentId: string, of: VotesOf): Promise<void>;
  /** Renames the voters that earlier versions have stored as plain digests. */
  rekeyVoters(keyOf: (voter: string) => Promise<string>): Promise<void>;
  /** Credits of all agents from the day `since` on. */
  credits(since: string): Promise<number>;
}

export const REASONS_SHOWN = 50;
/** Votes kept in memory; the oldest make room. */
const VOTES_KEPT = 10_000;
/** Days kept in memory: as many as a month may have, of which the credits are counted. Reports go back 30. */
const DAYS_KEPT = 31;
const DAY_MS = 86_400_000;

/** Forgets when the process ends. */
export class MemoryUsage implements UsageStore {
  readonly #days = new Map<string, DayUsage>();
  readonly #votes = new Map<string, Vote>();

  async add(agentId: string, usage: DayUsage): Promise<void> {
    const key = `${agentId} ${usage.day}`;
    if (!this.#days.has(key)) this.#forgetBefore(usage.day);
    this.#days.set(key, sum(this.#days.get(key), usage));
  }

  async vote(vote: Vote): Promise<void> {
    const keyOf = (voter: string): string => JSON.stringify([vote.agentId, voter, vote.messageId]);
    for (const voter of [vote.voter, ...vote.formerVoters]) this.#votes.delete(keyOf(voter));
    this.#votes.set(keyOf(vote.voter), vote);
    const [oldest] = this.#votes.keys();
    if (this.#votes.size > VOTES_KEPT) this.#votes.delete(oldest!);
  }

  async report(agentId: string, since: string): Promise<UsageReport> {
    const days = [...this.#days]
      .filter(([key, { day }]) => key.startsWith(`${agentId} `) && day >= since)
      .map(([, usage]) => usage);
    const votes = this.#votesOf(agentId);
    return {
      days,
      feedback: {
        up: votes.filter(({ value }) => value === 'up').length,
        down: votes.filter(({ value }) => value === 'down').length,
        reasons: votes
          .filter(({ reason }) => reason !== undefined)
          .reverse()
          .slice(0, REASONS_SHOWN)
          .map(toMessageVote),
      },
    };
  }

  async votesOn(agentId: string, messageIds: readonly string[]): Promise<MessageVote[]> {
    return this.#votesOf(agentId)
      .filter(({ messageId }) => messageIds.includes(messageId))
      .map(toMessageVote);
  }

  async votedConversations(agentId: string, value: Vote['value'], limit: number): Promise<string[]> {
    const votes = this.#votesOf(agentId).filter(vote => vote.value === value);
    return [...new Set(votes.reverse().map(({ conversationId }) => conversationId))].slice(0, limit);
  }

  async votesBy(agentId: string, of: VotesOf): Promise<MessageVote[]> {
    return this.#chosen(agentId, of).map(([, vote]) => toMessageVote(vote));
  }

  async forgetReasons(agentId: string, of: VotesOf): Promise<void> {
    for (const [, vote] of this.#chosen(agentId, of)) vote.reason = undefined;
  }

  async rekeyVoters(): Promise<void> {}

  /** @returns the number of votes that were removed */
  remove(agentId: string, of: VotesOf): number {
    const chosen = this.#chosen(agentId, of);
    for (const [key] of chosen) this.#votes.delete(key);
    return chosen.length;
  }

  #chosen(agentId: string, { voters, conversationIds }: VotesOf): [string, Vote][] {
    return [...this.#votes].filter(
      ([, vote]) =>
        vote.agentId === agentId &&
        (voters.includes(vote.voter) || conversationIds.includes(vote.conversationId)),
    );
  }

  #votesOf(agentId: string): Vote[] {
    return [...this.#votes.values()].filter(vote => vote.agentId === agentId);
  }

  async credits(since: string): Promise<number> {
    const days = [...this.#days.values()].filter(({ day }) => day >= since);
    return days.reduce((total, { credits }) => total + credits, 0);
  }

  #forgetBefore(today: string): void {
    const first = new Date(Date.parse(today) - (DAYS_KEPT - 1) * DAY_MS).toISOString().slice(0, 10);
    for (const [key, { day }] of this.#days) if (day < first) this.#days.delete(key);
  }
}

function toMessageVote({ messageId, conversationId, value, reason, at }: Vote): MessageVote {
  return { messageId, conversationId, value, reason, at };
}

export function sum(a: DayUsage | undefined, b: DayUsage): DayUsage {
  if (!a) return { ...b };
  return {
    day: b.day,
    requests: a.requests + b.requests,
    replies: a.replies + b.replies,
    failures: a.failures + b.failures,
    unanswered: a.unanswered + b.unanswered,
    credits: a.credits + b.credits,
  };
}
