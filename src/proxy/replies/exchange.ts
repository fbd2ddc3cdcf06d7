import type { Reply } from './replies.ts';
import type { ReplySink } from './reply-log.ts';

/** Lets the readers of one instance join a reply that another one writes. */
export interface ReplyExchange {
  /**
   * Makes this instance the one that writes a reply, unless another has begun to.
   * @returns `claimed`, or the question that another began it for
   */
  claim(key: string, question: string): Promise<'claimed' | { question: string }>;
  /** The question of a reply that some instance writes or has written. */
  look(key: string): Promise<{ question: string } | undefined>;
  /** The same for who has part of it: waits a while where what is shared is away, or was lost and is being said anew. */
  lookPatiently(key: string): Promise<{ question: string } | undefined>;
  /** Where the writer puts its events. */
  sink(key: string): ReplySink;
  /** Follows a reply that is written elsewhere. */
  follow(key: string, question: string): Reply;
  /** Asks whoever writes it, or is about to, to stop. False when nobody knows the reply. */
  stop(key: string): Promise<boolean>;
  close(): Promise<void>;
}
