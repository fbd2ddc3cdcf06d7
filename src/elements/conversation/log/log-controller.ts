import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { downIcon } from '../action-icons.ts';
import { EditController } from '../composer/edit-controller.ts';
import type { ConversationHost } from '../hosts.ts';
import { act } from './log-actions.ts';
import type { LogList } from './log-list.ts';
import { LogWindow } from './log-window.ts';
import { topOf } from './scroll-follow.ts';

/** What is done in the log of a conversation once something has been said in it. */
export class LogController {
  readonly window: LogWindow;
  readonly editing: EditController;
  readonly #host: ConversationHost;
  /** Key of the answer that the visitor was told to wait for. */
  #awaited: string | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    this.window = new LogWindow(host);
    this.editing = new EditController(host);
  }

  /** Another conversation is in view, or the same one in another tab's state. */
  replace(): void {
    const { conversation, composer, list, log } = this.#host;
    // In the same one, what is typed here stays, whatever the other tab has made of the draft.
    if (conversation?.state.messages.some(({ key }) => list.get(key)) && composer?.text && !this.editing.on)
      conversation.draft = composer.text;
    this.window.reset();
    this.editing.end();
    if (log && !conversation?.state.messages[0]) log.scrollTop = 0;
    if (this.#host.matches(':focus-within')) void this.#keepFocus();
  }

  /** Who is on a message, or in a form, that goes with the conversation is not left nowhere. */
  async #keepFocus(): Promise<void> {
    const host = this.#host;
    // What waits for the next drawing has to ask for it first.
    host.requestUpdate();
    await host.updateComplete;
    if (document.activeElement === document.body) host.log.focus({ preventScroll: true });
  }

  /**
   * Does what a button in the log says.
   * @param clicks how many there were of them: none by keyboard, and the second of a double click is not meant,
   *   but where each leads one answer on.
   */
  press(button: HTMLElement, clicks: number): void {
    if (clicks < 2 || button.closest('.versions')) act(button, clicks === 0, this.#host, this.editing);
  }

  /** The next question was to be sent while an answer is coming. */
  tellToWait(): void {
    const host = this.#host;
    this.#awaited = host.conversation?.state.turn?.replyKey;
    host.say(host.strings.waitForAnswer);
    host.requestUpdate();
  }

  /** Over the field: what is being edited, else that the next question waits until the answer is there. */
  renderAbove(): TemplateResult | typeof nothing {
    const { conversation, strings } = this.#host;
    const { turn } = conversation?.state ?? {};
    const editing = this.editing.render();
    const waits = conversation?.busy && turn?.replyKey === this.#awaited;
    return waits && editing === nothing
      ? html`<div class="editing"><span>${strings.waitForAnswer}</span></div>`
      : editing;
  }

  onKeyDown(event: KeyboardEvent): void {
    moveFocus(event, this.#host.list);
  }

  /** Leads to an answer that is below what the reader looks at. */
  renderPill(): TemplateResult {
    return html`<button type="button" class="pill" @click=${this.#onPill}>${downIcon}${this.#host.strings.newAnswerBelow}</button>`;
  }

  readonly #onPill = (): void => {
    const { list, log, unseen } = this.#host;
    const answer = list.get(unseen);
    this.#host.unseen = undefined;
    const top = answer ? topOf(answer, log) : log.scrollTop;
    // Who is at its beginning already wants what is below.
    log.scrollTop = Math.abs(top - log.scrollTop) < 1 ? log.scrollHeight : top;
    log.focus({ preventScroll: true });
  };
}

/**
 * Walks through the messages with the arrow keys: Up, Down, Home and End move on from the one that has focus. Only
 * while a message itself has it: inside one, the keys keep their own meaning.
 */
function moveFocus(event: KeyboardEvent, list: LogList): void {
  const from = event.target as HTMLElement;
  if (from.parentElement !== list.element || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = neighbour(event.key, from, list.element) as HTMLElement | null | undefined;
  if (to === undefined) return;
  event.preventDefault();
  if (!to) return;
  list.reach(to, true);
  to.focus();
}

/** Null at an end, undefined for a key that does not move it. */
function neighbour(key: string, from: Element, items: Element): Element | null | undefined {
  switch (key) {
    case 'ArrowUp':
      return from.previousElementSibling;
    case 'ArrowDown':
      return from.nextElementSibling;
    case 'Home':
      return items.firstElementChild;
    case 'End':
      return items.lastElementChild;
    default:
      return undefined;
  }
}
