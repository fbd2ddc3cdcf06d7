import { randomBytes } from 'node:crypto';
import type { Cluster } from '../../node/deploy/cluster.ts';
import { fetchFrom } from '../../node/deploy/visitors.ts';
import { eventsIn, type Heard } from '../../node/proxy/harness.ts';

export interface RawChat {
  /** Where: nginx, unless an instance is named. */
  base?: string;
  address: string;
  /** The visitor's own secret; random if it is left out. */
  token?: string;
  key?: string;
  lastEventId?: number;
  message?: string;
  /** Called with each piece of the stream. */
  onText?: (text: string) => void;
}

export interface RawAnswer {
  /** 0 if there was no answer. */
  status: number;
  retryAfter: string | null;
  events: Heard[];
  /** Whether the stream ended as HTTP demands. */
  isComplete: boolean;
  /** Milliseconds from the question to its end. */
  took: number;
}

export function newVisitor(): string {
  return `new.${randomBytes(16).toString('hex')}`;
}

/** One streamed request, sent once and without anything that makes up for a failure. */
export async function chatOnce(
  cluster: Pick<Cluster, 'nginx' | 'agentId'>,
  chat: RawChat,
): Promise<RawAnswer> {
  const { base = `https://127.0.0.1:${cluster.nginx.port}`, token = newVisitor(), onText } = chat;
  const started = performance.now();
  let [status, text, isComplete]: [number, string, boolean] = [0, '', true];
  let retryAfter: string | null = null;
  try {
    const response = await fetchFrom(chat.address)(`${base}/api/v2/agents/${cluster.agentId}/chat`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Visitor-Token': token,
        'Idempotency-Key': chat.key ?? crypto.randomUUID(),
        ...(chat.lastEventId && { 'Last-Event-ID': String(chat.lastEventId) }),
      },
      body: JSON.stringify({ message: chat.message ?? 'When do shops open?', stream: true }),
    });
    ({ status } = response);
    retryAfter = response.headers.get('Retry-After');
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      onText?.(piece);
    }
  } catch {
    isComplete = false;
  }
  return { status, retryAfter, events: eventsIn(text), isComplete, took: performance.now() - started };
}

/** Whether a visitor got a whole reply. */
export function isDone({ events, isComplete }: RawAnswer): boolean {
  return isComplete && events.at(-1)?.type === 'done';
}

/** Whether it was refused before anything was promised, with the time after which another try is worthwhile. */
export function isRefusedAtStart({ status, retryAfter }: RawAnswer): boolean {
  return (status === 429 || status === 503) && retryAfter !== null;
}
