import type { ChatRequest } from '../../protocol/chat-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Trace } from '../../protocol/trace.ts';
import { digest } from '../access/signing.ts';
import { subjectOf, type Visitor } from '../access/visitors.ts';
import type { ProxyContext } from '../context.ts';
import { faultOf } from '../operations/logger.ts';
import type { ReplyEnding } from '../operations/metrics.ts';
import { type RelayHooks, relay } from '../replies/relay.ts';
import type { Reply } from '../replies/replies.ts';
import { interrupted } from '../replies/reply-errors.ts';
import type { ReplyLog } from '../replies/reply-log.ts';
import { sendWithRetry } from '../upstream/send.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { isUnanswered } from '../usage/usage-counter.ts';

/** Identifies a reply, and distinguishes it from a reply to another question. */
export interface ReplyRef {
  id: string;
  /** Of the question. */
  digest: string;
}

export interface NewReply extends ReplyRef {
  /** Where the reply is if the visitor asked first and signed in afterwards. */
  beforeSignIn?: ReplyRef;
  /** Whether the reply goes on without readers, since it can be joined again. */
  resumable: boolean;
  /** Whether the visitor has part of it already. */
  resuming: boolean;
  agentId: string;
  visitor: Visitor;
  question: ChatRequest;
  trace: Trace;
  /** The visitor's, behind trusted proxies. */
  address: string | undefined;
  /** Given if the runtime ends what a request began once its visitor has left. */
  waitUntil: ((promise: Promise<unknown>) => void) | undefined;
  /** Counts the message against the sender's limits; throws if it exceeds one. */
  admit: () => Promise<void>;
}

type Asked = Pick<NewReply, 'agentId' | 'trace' | 'address' | 'question' | 'visitor'>;

/** Sends the question upstream and writes the answer into a new log. */
export function startReply(context: ProxyContext, reply: NewReply): Reply {
  const { id, digest, resumable, agentId, trace, address, question, visitor } = reply;
  // No more than this: a closure over the request would keep it in memory as long as the reply runs.
  const asked = { agentId, trace, address, question, visitor };
  const sink = resumable ? context.exchange?.sink(id) : undefined;
  const started = context.replies.start({ key: id, question: digest, resumable, sink }, (log, signal) =>
    write(context, asked, log, signal),
  );
  if (resumable) reply.waitUntil?.(stayAlive(started.log));
  return started;
}

/** Runs as long as the reply. What only the start or the end needs is in functions of its own, to keep it small. */
async function write(context: ProxyContext, asked: Asked, log: ReplyLog, signal: AbortSignal): Promise<void> {
  const passThrough = new PassThrough(context, asked);
  let head: UpstreamAnswer['headers'];
  try {
    const response = await ask(context, asked, log, signal);
    head = response.headers;
    await relay(response, log, context, passThrough);
  } catch (error) {
    throw failed(context, asked, signal, error);
  } finally {
    context.metrics.tokens(passThrough.tokens);
    context.metrics.replyEnded(endingOf(log, signal), passThrough.seconds);
  }
  count(context, asked, log, head);
}

/** Rewrites and counts what passes from the service to the visitor. */
class PassThrough implements RelayHooks {
  tokens = 0;
  readonly #context: ProxyContext;
  readonly #asked: Asked;
  readonly #started = performance.now();

  constructor(context: ProxyContext, asked: Asked) {
    this.#context = context;
    this.#asked = asked;
  }

  /** Since the message was received. */
  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  bind(id: string): Promise<string> {
    return this.#context.conversations.bind(this.#asked.agentId, this.#asked.visitor, id);
  }

  onTokens(count: number): void {
    if (this.tokens === 0) this.#context.metrics.firstToken(this.seconds);
    this.tokens += count;
  }
}

async function ask(
  { upstream, limits, gate, metrics, logger }: ProxyContext,
  { agentId, trace, address, question, visitor }: Asked,
  log: ReplyLog,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const { attempts, waitSeconds, silenceSeconds } = limits;
  const writer = await digest(subjectOf(visitor));
  return await sendWithRetry(
    { gate, metrics, logger, attempts, waitSeconds, silenceSeconds },
    {
      send: (stopped, headMs, attempt) =>
        upstream.traced(trace).chat(agentId, question, stopped, { headMs, visitor: writer, attempt }),
      visitor: subjectOf(visitor),
      address,
      trace,
      signal,
      onWait: until => log.wait(until),
    },
  );
}

function endingOf({ lastEvent, accepted }: ReplyLog, { reason }: AbortSignal): ReplyEnding {
  if (lastEvent?.type === 'done') return 'done';
  if (reason?.name === 'AbortError') return 'stopped';
  return accepted ? 'interrupted' : 'refused';
}

/** Counts a reply that failed; returns the error for its visitor. */
function failed(
  { usage, logger }: ProxyContext,
  { agentId, trace }: Asked,
  signal: AbortSignal,
  error: unknown,
): ProtocolError {
  // Stopped by the visitor: nothing failed.
  const failures = Number(signal.reason?.name !== 'AbortError');
  // An agent that does not exist has no usage.
  if (!(error instanceof ProtocolError && error.code === 'not_found')) {
    usage.count(agentId, { requests: 1, failures });
  }
  if (error instanceof ProtocolError) return error;
  if (!signal.aborted) logger.warn({ ...trace, agentId, ...faultOf(error) }, 'a reply broke off');
  return interrupted();
}

/** Counts a reply that has come to its end. */
function count(
  { metrics, usage, logger }: ProxyContext,
  { agentId, trace }: Asked,
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
    if (log.refusal) logger.error({ ...trace, agentId }, 'the service did not answer with a reply');
    usage.count(agentId, { requests: 1, failures: 1 });
  }
}

const BEAT_MS = 1000;

/** The writer's heartbeat (see `ReplyLog.abandoned`). Resolves when the reply has ended. */
export function stayAlive(log: ReplyLog): Promise<void> {
  return new Promise(resolve => {
    log.alive();
    const timer = setInterval(() => log.alive(), BEAT_MS);
    const unlisten = log.listen(() => {
      if (!log.ended) return;
      clearInterval(timer);
      unlisten();
      resolve();
    });
  });
}
