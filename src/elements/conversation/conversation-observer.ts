import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { Action, ConversationState, Turn } from '../../client/index.ts';
import { EMPTY_STATE } from '../../client/index.ts';

/**
 * Listens to a conversation for its host. Tokens are told together and redraw nothing; any other change is a
 * redraw.
 */
export class ConversationWatch implements ReactiveController {
  /** The state that is on screen, apart from the running reply's text. */
  drawn: ConversationState = EMPTY_STATE;
  readonly #host: ReactiveControllerHost;
  readonly #onReplace: () => void;
  #conversation: Conversation | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #throttle: DrawThrottle;

  /**
   * @param onText the running reply has more text. Called as often as that can be drawn; nothing else has changed
   *   since the last drawing.
   * @param onReplace another conversation is in view, or the same one in another tab's state.
   */
  constructor(host: ReactiveControllerHost, onText: (turn: Turn) => void, onReplace: () => void) {
    this.#host = host;
    this.#onReplace = onReplace;
    this.#throttle = new DrawThrottle(() => {
      if (this.state.turn) onText(this.state.turn);
    });
    host.addController(this);
  }

  get state(): ConversationState {
    return this.#conversation?.state ?? EMPTY_STATE;
  }

  set conversation(conversation: Conversation | undefined) {
    if (conversation === this.#conversation) return;
    this.hostDisconnected();
    this.#conversation = conversation;
    this.#onReplace();
    this.hostConnected();
  }

  hostConnected(): void {
    this.#unsubscribe ??= this.#conversation?.subscribe(this.#onChange);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#throttle.stop();
  }

  #onChange = (action: Action): void => {
    if (action.type === 'replace') this.#onReplace();
    if (!onlyTextGrew(this.drawn, this.state)) this.#host.requestUpdate();
    else if (this.state.turn!.replyText !== '') this.#throttle.request();
  };
}

/** Whether two states look the same but for the running reply's text. */
function onlyTextGrew(drawn: ConversationState, now: ConversationState): boolean {
  if (!drawn.turn || !now.turn || drawn.messages !== now.messages) return false;
  return look(drawn.turn) === look(now.turn);
}

/** A reply that begins looks like one that is awaited, but for its text. */
function look({ replyKey, status, waitUntil }: Turn): string {
  return `${replyKey} ${status === 'sending' ? 'streaming' : status} ${waitUntil}`;
}

/** The least time (ms) from one drawing of a growing text to the next: faster than anybody reads. */
const EVERY = 40;

/** After a drawing comes a rest of at least so many times what it took, layout and painting counted in. */
const REST = 4;

/**
 * Says when a text that grows with every token is drawn: at once after a pause, and while it streams so seldom that
 * most of the time is left for the page and its visitor, on a slow device too.
 */
class DrawThrottle {
  readonly #draw: () => void;
  #due = false;
  #round: Promise<void> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** There is something to draw. */
  request(): void {
    this.#due = true;
    this.#round ??= this.#drawAndRest().finally(() => {
      this.#round = undefined;
      if (this.#due) this.request();
    });
  }

  /** There is nothing to draw any more. */
  stop(): void {
    this.#due = false;
  }

  async #drawAndRest(): Promise<void> {
    await new Promise(requestAnimationFrame);
    const started = performance.now();
    if (this.#due) {
      this.#due = false;
      this.#draw();
    }
    // A task that was queued in a frame runs after the frame is on screen.
    await rest(0);
    const took = performance.now() - started;
    await rest(Math.max(EVERY - took, took * REST));
  }
}

function rest(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
