import type { StreamEvent } from '../../protocol/stream-events.ts';
import { OFFLINE_RETRY_MS, pause } from '../transport/abortable.ts';
import type { AgentClient } from '../transport/agent-client.ts';
import { ClientError } from '../transport/client-error.ts';
import { nextRetry, type RateGate } from '../transport/retry-policy.ts';
import type { ConversationState, Turn, TurnErrorCode } from './conversation-state.ts';
import { isRunning } from './conversation-state.ts';
import type { Action } from './reduce.ts';

export interface TurnRun {
  client: AgentClient;
  gate: RateGate;
  state(): ConversationState;
  dispatch(action: Action): void;
  signal: AbortSignal;
}

/** Milliseconds for the first byte once a line has fallen silent: nobody looks at a dead line for longer than 35 s. */
const HURRIED = 8000;
/** The id of an event of a proxy that counts them. */
const NUMBER = /^\d{1,15}$/;

/**
 * Brings the state's turn to its end: asks, waits where it must, joins again what was lost. Returns when the turn
 * is over or failed, or the signal is aborted (the turn is then left as it is).
 */
export async function runTurn(run: TurnRun): Promise<void> {
  let silent = false;
  const { status, lastEventId } = run.state().turn ?? {};
  /** Whether the visitor has asked once more for a reply that he has a part of. */
  let pressed = status === 'sending' && lastEventId;
  await holdAtGate(run);
  for (let attempt = 1; ; attempt++) {
    const turn = runningTurn(run);
    if (!turn) return;
    run.dispatch({ type: 'try' });
    let heard = false;
    let failure: ClientError;
    try {
      await tryOnce(run, turn, silent, () => {
        heard = true;
      });
      return;
    } catch (error) {
      if (!runningTurn(run)) return;
      failure = understood(error, turn);
    }
    if (pressed && failure.status === 404) {
      // It is kept no more, and his word for asking anew is given.
      pressed = false;
      run.dispatch({ type: 'restart' });
      continue;
    }
    const now = runningTurn(run)!;
    const offline = failure.status === undefined && globalThis.navigator?.onLine === false;
    // A line that breaks again and again brings the reply on all the same; without a network nothing was tried.
    if (offline || now.lastEventId !== turn.lastEventId) attempt = 1;
    const timedOut = failure.code === 'timeout';
    const dead = timedOut && !heard && !offline;
    const next = dead ? undefined : nextRetry(failure, now, attempt);
    if (!next) {
      // Without a status, too: the message may have got through.
      const mayExist = !(failure.status! < 500);
      run.dispatch({ type: 'fail', error: failure.toTurnError(), mayExist });
      return;
    }
    silent ||= timedOut;
    const lost = failure.code === 'stream_interrupted' || timedOut || now.replyText !== '';
    const delay = offline ? OFFLINE_RETRY_MS : lost ? next.delay : Math.max(next.delay, run.gate.wait);
    run.dispatch(lost ? { type: 'lost' } : { type: 'wait', reason: next.reason, until: Date.now() + delay });
    await pause(delay, run.signal, next.reason === 'offline' || lost);
  }
}

function understood(error: unknown, turn: Turn): ClientError {
  if (!(error instanceof ClientError)) return new ClientError('internal', `${error}`, { cause: error });
  // Asked to join, the proxy has no such reply any more; the conversation itself is not in doubt.
  const gone = error.code === 'not_found' && turn.lastEventId;
  return gone ? new ClientError('stream_interrupted', 'gone', { status: 404 }) : error;
}

async function holdAtGate({ gate, state, dispatch, signal }: TurnRun): Promise<void> {
  const { wait } = gate;
  // Joining a reply asks nothing new of the service.
  if (wait <= 0 || state().turn?.lastEventId) return;
  dispatch({ type: 'wait', reason: 'rate-limit', until: Date.now() + wait });
  await pause(wait, signal, false);
}

function runningTurn({ state, signal }: TurnRun): Turn | undefined {
  return !signal.aborted && isRunning(state()) ? state().turn : undefined;
}

function tryOnce(run: TurnRun, turn: Turn, hurried: boolean, onHeard: () => void): Promise<void> {
  const { client, gate, dispatch, signal } = run;
  // Without an event to join after, what comes is the reply from its beginning.
  let anew = turn.replyText && !turn.lastEventId;
  return client.streamReply({
    message: turn.text,
    conversationId: run.state().conversationId,
    idempotencyKey: turn.idempotencyKey,
    lastEventId: turn.lastEventId,
    ...(hurried && { firstByteTimeout: HURRIED }),
    signal,
    onHead: response => {
      onHeard();
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
      // One that nobody here knows is told as something that went wrong.
      const code = (event.code ?? 'stream_interrupted') as TurnErrorCode;
      return { type: 'fail', error: { code, message: event.message }, mayExist: false };
    }
  }
}

/** Whether a proxy that counts its events sends one again that has been taken in. */
function isKnown(id: string, last: string | undefined): boolean {
  return NUMBER.test(id) && NUMBER.test(last!) && Number(id) <= Number(last);
}
