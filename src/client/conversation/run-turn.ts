import type { StreamEvent } from '../../protocol/stream-events.ts';
import { OFFLINE_RETRY_MS, pause } from '../transport/abortable.ts';
import type { AgentClient } from '../transport/agent-client.ts';
import { ClientError } from '../transport/client-error.ts';
import { nextRetry, type RateGate } from '../transport/retry-policy.ts';
import type { ClientTool } from './client-tool.ts';
import type { ConversationState, Turn, TurnErrorCode } from './conversation-state.ts';
import { isRunning } from './conversation-state.ts';
import type { Action } from './reduce.ts';
import { isToolRound } from './tool-results.ts';

export interface TurnRun {
  client: AgentClient;
  gate: RateGate;
  state(): ConversationState;
  /** Tools of the page that the agent may call, by name. */
  offeredTools(): ReadonlyMap<string, ClientTool> | undefined;
  dispatch(action: Action): void;
  signal: AbortSignal;
}

/** Milliseconds for the first byte after a timeout, so that nobody waits longer than about 35 s in total. */
const SHORT_FIRST_BYTE_TIMEOUT_MS = 8000;
/** The event id of a proxy that numbers its events. */
const EVENT_NUMBER = /^\d{1,15}$/;

/**
 * Runs the state's turn to its end: asks, waits if necessary, resumes after a lost connection. Returns when the turn is
 * done or failed, or when the signal is aborted (the turn then stays as it is).
 */
export async function runTurn(run: TurnRun): Promise<void> {
  let hasTimedOut = false;
  const { status, lastEventId } = run.state().turn ?? {};
  /** Whether the visitor retries a reply that has begun. */
  let isRetry = status === 'sending' && lastEventId;
  await holdAtGate(run);
  for (let attempt = 1; ; attempt++) {
    const turn = runningTurn(run);
    if (!turn) return;
    run.dispatch({ type: 'try' });
    let responded = false;
    let failure: ClientError;
    try {
      await tryOnce(run, turn, hasTimedOut, () => {
        responded = true;
      });
      return;
    } catch (error) {
      if (!runningTurn(run)) return;
      failure = toClientError(error, turn);
    }
    if (isRetry && failure.status === 404) {
      // The proxy no longer has the reply, and the visitor asked for a new one.
      isRetry = false;
      run.dispatch({ type: 'restart' });
      continue;
    }
    const now = runningTurn(run)!;
    const offline = failure.status === undefined && globalThis.navigator?.onLine === false;
    // A connection that breaks again and again still makes progress; without a network nothing was tried.
    if (offline || now.lastEventId !== turn.lastEventId) attempt = 1;
    const timedOut = failure.code === 'timeout';
    const dead = timedOut && !responded && !offline;
    const next = dead ? undefined : nextRetry(failure, now, attempt);
    if (!next) {
      // Also without a status: the message may have arrived.
      const mayExist = !(failure.status! < 500);
      run.dispatch({ type: 'fail', error: failure.toTurnError(), mayExist });
      return;
    }
    hasTimedOut ||= timedOut;
    const lost = failure.code === 'stream_interrupted' || timedOut || now.replyText !== '';
    const delay = offline ? OFFLINE_RETRY_MS : lost ? next.delay : Math.max(next.delay, run.gate.wait);
    run.dispatch(lost ? { type: 'lost' } : { type: 'wait', reason: next.reason, until: Date.now() + delay });
    await pause(delay, run.signal, next.reason === 'offline' || lost);
  }
}

function toClientError(error: unknown, turn: Turn): ClientError {
  if (!(error instanceof ClientError)) return new ClientError('internal', `${error}`, { cause: error });
  // The proxy no longer has the reply; the conversation itself still exists.
  const gone = error.code === 'not_found' && turn.lastEventId;
  return gone ? new ClientError('stream_interrupted', 'gone', { status: 404 }) : error;
}

async function holdAtGate({ gate, state, dispatch, signal }: TurnRun): Promise<void> {
  const { wait } = gate;
  // Resuming a reply sends no request to the service.
  if (wait <= 0 || state().turn?.lastEventId) return;
  dispatch({ type: 'wait', reason: 'rate-limit', until: Date.now() + wait });
  await pause(wait, signal, false);
}

function runningTurn({ state, signal }: TurnRun): Turn | undefined {
  return !signal.aborted && isRunning(state()) ? state().turn : undefined;
}

async function tryOnce(run: TurnRun, turn: Turn, isShort: boolean, onResponse: () => void): Promise<void> {
  const { client, gate, dispatch, signal } = run;
  // Without an event to resume after, the reply comes from its beginning.
  let anew = turn.replyText && !turn.lastEventId;
  const tools = run.offeredTools();
  const needsTools = tools?.size || run.state().messages.slice(-1).some(isToolRound);
  const fields = needsTools ? (await import('./tool-rounds.ts')).toolFields(run.state(), tools) : {};
  return client.streamReply({
    message: turn.text,
    ...fields,
    conversationId: run.state().conversationId,
    idempotencyKey: turn.idempotencyKey,
    lastEventId: turn.lastEventId,
    ...(isShort && { firstByteTimeout: SHORT_FIRST_BYTE_TIMEOUT_MS }),
    signal,
    onHead: response => {
      onResponse();
      gate.update(response);
      if (response.ok) dispatch({ type: 'open' });
    },
    onBotCheck: () => dispatch({ type: 'wait', reason: 'bot-check' }),
    onComment: text => {
      const waiting = /^waiting\b\s*(\d{1,4})?/.exec(text);
      if (!waiting || runningTurn(run)?.replyText) return;
      const until = waiting[1] ? Date.now() + Number(waiting[1]) * 1000 : undefined;
      dispatch({ type: 'wait', reason: 'busy', until });
    },
    onEvent: (event, id) => {
      if (event.type === 'token' && isKnown(id, run.state().turn?.lastEventId)) return;
      if (anew) dispatch({ type: 'restart' });
      anew = false;
      dispatch(asAction(event, id));
    },
  });
}

function asAction(event: StreamEvent, id: string): Action {
  switch (event.type) {
    case 'token':
      return { type: 'token', content: event.content, eventId: id };
    case 'done':
      return { type: 'done', message: event.data, at: Date.now() };
    case 'error': {
      // An unknown code is shown as a general failure.
      const code = (event.code ?? 'stream_interrupted') as TurnErrorCode;
      return { type: 'fail', error: { code, message: event.message }, mayExist: false };
    }
  }
}

/** Whether an event of a proxy that numbers its events was already received. */
function isKnown(id: string, last: string | undefined): boolean {
  return EVENT_NUMBER.test(id) && EVENT_NUMBER.test(last!) && Number(id) <= Number(last);
}
