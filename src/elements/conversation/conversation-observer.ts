import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { Action, ConversationState, Turn } from '../../client/index.ts';
import { EMPTY_STATE } from '../../client/index.ts';

/**
 * Subscribes its host to a conversation. New text of the running reply goes to `onText`, throttled; any other change
 * updates the host.
 */
export class ConversationObserver implements ReactiveController {
  /** The rendered state, apart from the running reply's text. */
  rendered: ConversationState = EMPTY_STATE;
  readonly #host: ReactiveControllerHost;
  readonly #onReplace: () => void;
  #conversation: Conversation | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #throttle: RenderThrottle;

  /**
   * @param onText called when the running reply has more text and nothing else has changed.
   *
   * @param onReplace called for another conversation, or the same one with another tab's state.
   */
  constructor(host: ReactiveControllerHost, onText: (turn: Turn) => void, onReplace: () => void) {
    this.#host = host;
    this.#onReplace = onReplace;
    this.#throttle = new RenderThrottle(() => {
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
    if (!onlyTextGrew(this.rendered, this.state)) this.#host.requestUpdate();
    else if (this.state.turn!.replyText !== '') this.#throttle.request();
  };
}

/** Whether two states differ only in the running reply's text. */
function onlyTextGrew(rendered: ConversationState, now: ConversationState): boolean {
  if (!rendered.turn || !now.turn || rendered.messages !== now.messages) return false;
  return rendering(rendered.turn) === rendering(now.turn);
}

/** What of a turn is rendered, apart from its text. */
function rendering({ replyKey, status, waitUntil }: Turn): string {
  return `${replyKey} ${status === 'sending' ? 'streaming' : status} ${waitUntil}`;
}

/** The least time between two renderings of growing text, in ms: faster than anybody reads. */
const INTERVAL = 40;

/** After a rendering comes a pause of at least this many times its duration, including layout and paint. */
const PAUSE = 4;

/**
 * Limits how often growing text is rendered: at once after a pause, but while it streams so rarely that most of the time
 * is left for the page, on slow devices too.
 */
class RenderThrottle {
  readonly #render: () => void;
  #isRequested = false;
  #round: Promise<void> | undefined;

  constructor(render: () => void) {
    this.#render = render;
  }

  /** Requests a rendering. */
  request(): void {
    this.#isRequested = true;
    this.#round ??= this.#renderAndPause().finally(() => {
      this.#round = undefined;
      if (this.#isRequested) this.request();
    });
  }

  /** Cancels a requested rendering. */
  stop(): void {
    this.#isRequested = false;
  }

  async #renderAndPause(): Promise<void> {
    await new Promise(requestAnimationFrame);
    const started = performance.now();
    if (this.#isRequested) {
      this.#isRequested = false;
      this.#render();
    }
    // A task queued in a frame runs after that frame is painted.
    await pause(0);
    const took = performance.now() - started;
    await pause(Math.max(INTERVAL - took, took * PAUSE));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
