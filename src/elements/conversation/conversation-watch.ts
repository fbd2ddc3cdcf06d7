import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Action, Conversation, ConversationState, Turn } from '../../client/index.ts';
import { EMPTY_STATE } from '../../client/index.ts';
import { DrawPace } from './draw-pace.ts';

export interface WatchOptions {
  /** The running reply has more text. Called as often as that can be drawn; nothing else has changed since the last drawing. */
  onText: (state: ConversationState) => void;
  /** Another conversation is in view, or the same one in another tab's state. */
  onReplace: () => void;
}

/**
 * Listens to a conversation for its host. Tokens are told together and redraw nothing; any other change is a
 * redraw.
 */
export class ConversationWatch implements ReactiveController {
  /** The state that is on screen, apart from the running reply's text. */
  drawn: ConversationState = EMPTY_STATE;
  #host: ReactiveControllerHost;
  #options: WatchOptions;
  #conversation: Conversation | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #pace = new DrawPace(() => {
    if (this.state.turn) this.#options.onText(this.state);
  });

  constructor(host: ReactiveControllerHost, options: WatchOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get state(): ConversationState {
    return this.#conversation?.state ?? EMPTY_STATE;
  }

  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  set conversation(conversation: Conversation | undefined) {
    if (conversation === this.#conversation) return;
    this.hostDisconnected();
    this.#conversation = conversation;
    this.hostConnected();
  }

  hostConnected(): void {
    this.#unsubscribe ??= this.#conversation?.subscribe(this.#onChange);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#pace.stop();
  }

  #onChange = (action: Action): void => {
    if (action.type === 'replace') this.#options.onReplace();
    if (!onlyTextGrew(this.drawn, this.state)) this.#host.requestUpdate();
    else if (this.state.turn!.replyText !== '') this.#pace.request();
  };
}

/** Whether two states look the same but for the running reply's text. */
function onlyTextGrew(drawn: ConversationState, now: ConversationState): boolean {
  return (
    drawn.turn !== undefined &&
    now.turn !== undefined &&
    drawn.messages === now.messages &&
    drawn.turn.replyKey === now.turn.replyKey &&
    look(drawn.turn) === look(now.turn) &&
    drawn.turn.waitUntil === now.turn.waitUntil
  );
}

/** A reply that begins looks like one that is awaited, but for its text. */
function look({ status }: Turn): Turn['status'] {
  return status === 'sending' ? 'streaming' : status;
}
