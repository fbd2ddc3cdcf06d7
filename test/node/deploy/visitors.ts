import { Agent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import { AgentClient, Conversation, isRunning } from '../../../src/client/index.ts';
import { textOf } from '../../../src/protocol/message.ts';
import type { Cluster } from './cluster.ts';

/** What visitors met. `failed` is what they saw; the rest is what the client made up for. */
export interface Tally {
  /** Chats that ended with the whole reply. */
  done: number;
  /** Chats whose visitor read an error, or a reply that is not whole, with the reason of each. */
  failed: string[];
  /** Answers with an error status, by status. */
  refusals: Map<number, number>;
  /** Requests without an answer. */
  unanswered: number;
  /** Replies whose connection was lost and which were resumed. */
  resumed: number;
}

export function emptyTally(): Tally {
  return { done: 0, failed: [], refusals: new Map(), unanswered: 0, resumed: 0 };
}

/** Requests that did not succeed at once, whether or not the visitor noticed. */
export function rawErrors({ refusals, unanswered, resumed }: Tally): number {
  return [...refusals.values()].reduce((sum, count) => sum + count, unanswered + resumed);
}

let agent: Agent | undefined;

/** Connections to nginx, whose certificate the test has signed itself. */
export function connections(): Agent {
  agent ??= new Agent({ connect: { rejectUnauthorized: false }, keepAliveTimeout: 5000 });
  return agent;
}

export async function closeConnections(): Promise<void> {
  await agent?.destroy();
  agent = undefined;
}

/** An address of its own network for each visitor, of the range that is reserved for documentation. */
export function addressOf(visitor: number): string {
  return `2001:db8:${(visitor + 1).toString(16)}::1`;
}

/** `fetch` as a visitor's browser does it: from an address, through nginx. */
export function fetchFrom(address: string, init: UndiciInit = {}): typeof fetch {
  return ((input: string, given: UndiciInit = {}) =>
    undiciFetch(input, {
      dispatcher: connections(),
      ...init,
      ...given,
      headers: { ...(given.headers as Record<string, string>), 'X-Forwarded-For': address },
    })) as unknown as typeof fetch;
}

/** A visitor with the project's own client, which waits, tries again and resumes as it does in a browser. */
export class Visitor {
  readonly conversation: Conversation;
  readonly #tally: Tally;

  constructor({ nginx, agentId }: Pick<Cluster, 'nginx' | 'agentId'>, number: number, tally: Tally) {
    this.#tally = tally;
    const send = fetchFrom(addressOf(number));
    const client = new AgentClient({
      endpoint: `https://127.0.0.1:${nginx.port}`,
      agentId,
      fetch: async (input, init) => {
        try {
          const response = await send(input, init);
          const { status } = response;
          if (!response.ok) tally.refusals.set(status, (tally.refusals.get(status) ?? 0) + 1);
          return response;
        } catch (error) {
          if (!init?.signal?.aborted) tally.unanswered++;
          throw error;
        }
      },
    });
    this.conversation = new Conversation({ client, persist: 'none' });
    let status: string | undefined;
    this.conversation.subscribe(() => {
      const { turn } = this.conversation.state;
      if (turn?.status === 'interrupted' && status !== 'interrupted') tally.resumed++;
      status = turn?.status;
    });
  }

  /** Asks, and waits for the end of the reply. @param whole the text that a whole reply has */
  async ask(text: string, whole: string): Promise<void> {
    await this.conversation.send(text);
    const { state } = this.conversation;
    const reply = state.messages.at(-1);
    const said = reply?.role === 'assistant' ? textOf(reply.parts) : '';
    if (state.turn) {
      const { error, status } = state.turn;
      this.#tally.failed.push(
        isRunning(state) ? status : `${error?.code}: ${error?.message} after "${state.turn.replyText}"`,
      );
    } else if (said !== whole) this.#tally.failed.push(`"${said}" instead of "${whole}"`);
    else this.#tally.done++;
  }

  leave(): void {
    this.conversation.suspend();
  }
}
