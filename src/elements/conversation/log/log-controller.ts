import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { downIcon } from '../action-icons.ts';
import { EditController } from '../composer/edit-controller.ts';
import type { ConversationHost } from '../hosts.ts';
import { keepWheel } from './keep-wheel.ts';
import { performAction } from './log-actions.ts';
import type { LogList } from './log-list.ts';
import { LogWindow } from './log-window.ts';
import { topOf } from './scroll-follow.ts';

/** Everything the visitor can do in the log once it has messages. */
export class LogController {
  readonly window: LogWindow;
  readonly editing: EditController;
  readonly #host: ConversationHost;
  /** Key of the reply that the visitor has to wait for. */
  #awaited: string | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    this.window = new LogWindow(host);
    this.editing = new EditController(host);
    keepWheel(host.getRootNode());
    host.follow.animate = moved => {
      if (moved <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const { log } = host;
      // Firefox would anchor its scrolling to what only moves in the animation.
      log.style.setProperty('overflow-anchor', 'none');
      const moving = log.firstElementChild!.animate(
        { translate: [`0 ${moved}px`, '0'] },
        { duration: 240, easing: 'cubic-bezier(.2,.8,.2,1)' },
      );
      moving.onfinish = moving.oncancel = () => log.style.removeProperty('overflow-anchor');
    };
  }

  /** Handles another conversation, or the same one with the state of another tab. */
  replace(): void {
    const { conversation, composer, list, log } = this.#host;
    // In the same conversation, this tab's text wins over the other tab's draft.
    if (
      conversation?.state.messages.some(({ key }) => list.get(key)) &&
      composer?.text &&
      !this.editing.isEditing
    )
      conversation.draft = composer.text;
    this.window.reset();
    this.editing.end();
    if (log && !conversation?.state.messages[0]) log.scrollTop = 0;
    if (this.#host.matches(':focus-within')) void this.#keepFocus();
  }

  /** Moves the focus to the log if the element that had it was removed with the conversation. */
  async #keepFocus(): Promise<void> {
    const host = this.#host;
    // `updateComplete` only waits for an update that was requested.
    host.requestUpdate();
    await host.updateComplete;
    if (document.activeElement === document.body) host.log.focus({ preventScroll: true });
  }

  /**
   * Performs the action of a button in the log.
   * @param clicks the event's click count: 0 by keyboard. The second click of a double click is ignored, except for the
   *   buttons that step through answers.
   */
  performAction(button: HTMLElement, clicks: number): void {
    if (clicks < 2 || button.closest('.versions'))
      performAction(button, clicks === 0, this.#host, this.editing);
  }

  /** Tells the visitor who tried to send that an answer is still running. */
  announceWait(): void {
    const host = this.#host;
    this.#awaited = host.conversation?.state.turn?.replyKey;
    host.say(host.strings.waitForAnswer);
    host.requestUpdate();
  }

  /** Above the field: the edit notice, or that the visitor has to wait for the answer. */
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

  /** A button that scrolls to an answer below the visible part. */
  renderNewAnswerButton(): TemplateResult {
    const label = this.#host.strings.newAnswerBelow;
    return html`<button type="button" class="pill" aria-label=${label} title=${label} @click=${this.#onNewAnswer}>${downIcon}</button>`;
  }

  readonly #onNewAnswer = (): void => {
    const { list, log, unseen } = this.#host;
    const answer = list.get(unseen);
    const top = answer ? topOf(answer) : log.scrollTop;
    // It never leads upwards: where the visitor has the start of the answer before them, to the end.
    const isBelow = top - log.scrollTop > log.clientHeight / 2;
    if (!isBelow) this.#host.unseen = undefined;
    log.scrollTop = isBelow ? top : log.scrollHeight;
    log.focus({ preventScroll: true });
  };
}

/**
 * Moves the focus between messages with Up, Down, Home and End, but only while a message itself has it: inside a message,
 * the keys keep their own meaning.
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

/** Null at an end, undefined for a key that does not move the focus. */
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
