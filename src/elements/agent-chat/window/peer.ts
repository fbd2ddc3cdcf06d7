import type { Persist } from '../../../client/index.ts';
import { AgentClient, asPersist, Conversation } from '../../../client/index.ts';
import type { WindowOwner } from '../window-contract.ts';
import { wish } from './wish.ts';

/** Whom the visitor talks to, as whom, and where that is kept. Another peer is another conversation. */
export interface Peer {
  endpoint: string;
  agentId: string;
  userId: string;
  userHash: string;
  persist: Persist;
  /** Seconds; 0 for the default. */
  timeToLive: number;
}

/** @param consent whether the visitor has agreed to what the page asks; nothing is kept before. */
export function whomTo(owner: WindowOwner, consent: boolean): Peer {
  const { address: endpoint, agentId, userId, userHash } = owner;
  const persist = consent ? asPersist(wish(owner, 'persist')) : 'none';
  const timeToLive = Number(wish(owner, 'timeToLive', 'time-to-live') ?? 0) || 0;
  return { endpoint, agentId, userId, userHash, persist, timeToLive };
}

export function conversationWith({
  endpoint,
  agentId,
  userId,
  userHash,
  persist,
  timeToLive,
}: Peer): Conversation {
  const identity = { ...(userId && { userId }), ...(userHash && { userHash }) };
  const client = new AgentClient({ endpoint, agentId, ...identity });
  return new Conversation({ client, persist, ...(timeToLive > 0 && { timeToLive }) });
}
