import type { ChatRequest } from '../../protocol/chat-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { AgentAccess } from '../access/agent-access.ts';
import { subjectOf, type Visitor } from '../access/visitor.ts';
import { faultOf } from '../operations/logger.ts';
import type { Parts } from '../parts.ts';
import { type PumpHooks, pump } from '../replies/pump.ts';
import type { Reply } from '../replies/replies.ts';
import { interrupted } from '../replies/reply-errors.ts';
import type { ReplyLog } from '../replies/reply-log.ts';
import { stayAlive } from '../replies/stay-alive.ts';
import { sendWithRetry } from '../upstream/send-with-retry.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { isUnanswered } from '../usage/unanswered.ts';

/** How a reply is found again, and told from one to another question. */
export interface ReplyRef {
  id: string;
  /** Of the question. */
  digest: string;
}

export interface NewReply extends ReplyRef {
  /** Where it is if the visitor asked first and has signed in since. */
  beforeSignIn?: ReplyRef;
  /** Whether the reply outlives its readers. */
  lasting: boolean;
  /** Whether the visitor has part of it already. */
  resuming: boolean;
  access: AgentAccess;
  visitor: Visitor;
  question: ChatRequest;
  requestId: string;
  /** Given where the runtime must be asked to let the reply outlive its visitor. */
  waitUntil: ((promise: Promise<unknown>) => void) | undefined;
  /** Counts the message against what its sender may send; throws when he may not. */
  admit: () => Promise<void>;
}

type Asked = Pick<NewReply, 'requestId' | 'question' | 'visitor'> & { agentId: string };

/** Sends the question upstream and writes the answer into a new log. */
export function startReply(parts: Parts, reply: NewReply): Reply {
  const { id, digest, lasting, requestId, question, visitor } = reply;
  // Only what is needed: a closure over the request would keep it in memory as long as the reply runs.
  const asked = { agentId: reply.access.agentId, requestId, question, visitor };
  const sink = lasting ? parts.exchange?.sink(id) : undefined;
  const started = parts.replies.start({ key: id, question: digest, lasting, sink }, (log, signal) =>
    write(parts, asked, log, signal),
  );
  if (lasting) reply.waitUntil?.(stayAlive(started.log));
  return started;
}

/** It runs as long as the reply: what is needed only to ask, or only at the end, has functions of its own. */
async function write(parts: Parts, asked: Asked, log: ReplyLog, signal: AbortSignal): Promise<void> {
  const passing = new Passing(parts, asked);
  let head: UpstreamAnswer['headers'];
  try {
    const response = await ask(parts, asked, log, signal);
    head = response.headers;
    await pump(response, log, parts.config, passing);
  } catch (error) {
    throw failed(parts, asked, signal, error);
  } finally {
    parts.metrics.tokens(passing.tokens);
  }
  count(parts, asked, log, head);
}

/** What passes through on its way from the service to the visitor. */
class Passing implements PumpHooks {
  tokens = 0;
  readonly #parts: Parts;
  readonly #asked: Asked;
  readonly #started = performance.now();

  constructor(parts: Parts, asked: Asked) {
    this.#parts = parts;
    this.#asked = asked;
  }

  bind(id: string): Promise<string> {
    return this.#parts.conversations.bind(this.#asked.agentId, this.#asked.visitor, id);
  }

  onTokens(count: number): void {
    if (this.tokens === 0) this.#parts.metrics.firstToken((performance.now() - this.#started) / 1000);
    this.tokens += count;
  }
}

function ask(
  { upstream, config, gate, metrics, logger }: Parts,
  { agentId, requestId, question, visitor }: Asked,
  log: ReplyLog,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const { attempts, waitSeconds, silenceSeconds } = config.limits;
  return sendWithRetry(
    { gate, metrics, logger, attempts, waitSeconds, silenceSeconds },
    {
      send: (stopped, headMs) => upstream.chat(agentId, question, stopped, headMs),
      visitor: subjectOf(visitor),
      requestId,
      signal,
      onWait: until => log.wait(until),
    },
  );
}

/** Counts a reply that failed; returns what its visitor is told. */
function failed(
  { usage, logger }: Parts,
  { agentId, requestId }: Asked,
  signal: AbortSignal,
  error: unknown,
): ProtocolError {
  // A visitor who presses Stop has had enough; nothing failed.
  const failures = Number(signal.reason?.name !== 'AbortError');
  // An agent that does not exist has no numbers.
  if (!(error instanceof ProtocolError && error.code === 'not_found')) {
    usage.count(agentId, { requests: 1, failures });
  }
  if (error instanceof ProtocolError) return error;
  if (!signal.aborted) logger.warn({ requestId, agentId, ...faultOf(error) }, 'a reply broke off');
  return interrupted();
}

/** Counts a reply that has come to its end. */
function count(
  { metrics, usage, logger }: Parts,
  { agentId, requestId }: Asked,
  log: ReplyLog,
  head: UpstreamAnswer['headers'],
): void {
  if (log.lastEvent?.type === 'done') {
    const { data } = log.lastEvent;
    const { credits } = data.metadata.usage;
    metrics.credits(credits);
    const unanswered = Number(isUnanswered(head, data));
    usage.count(agentId, { requests: 1, replies: 1, credits, unanswered });
  } else {
    // What is no reply at all would leave the owner to guess.
    if (log.refusal) logger.error({ requestId, agentId }, 'the service answered with what is no reply');
    usage.count(agentId, { requests: 1, failures: 1 });
  }
}
