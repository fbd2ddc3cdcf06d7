import type { ReactiveController, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, FeedbackValue, Turn } from '../../../client/index.ts';
import { messageMarkdown } from '../../../client/index.ts';
import { copyText } from '../../../markdown/copy-text.ts';
import type { MessageHost } from '../hosts.ts';
import { Lazy } from '../lazy.ts';
import { define } from '../light-element.ts';
import { isEnabledByPage } from '../shadow-root.ts';
import type { MessageAction } from './message-actions.ts';
import { messageActions } from './message-actions.ts';
import { alertIcon, checkIcon } from './notice-icons.ts';
import { isConnectionProblem, notice } from './notices.ts';
import type { ReadAloud } from './read-aloud.ts';
import { WaitNotice } from './service-notices.ts';
import { spokenText } from './spoken-text.ts';
import { languageOfMessage } from './text-language.ts';
import { UpdateInterval } from './update-interval.ts';

/** How long a copy button shows success. */
const COPIED_MS = 1600;

/** About as much as a screen reader reads out before the visitor reads on by line. */
const DESCRIPTION_MAX = 2000;

/** Loaded before its button is shown: some browsers only speak in the task of a user gesture. */
const readAloud = new Lazy(() => import('./read-aloud.ts'));

/** The result of an action that its button does not show. */
type Outcome = 'copyFailed' | 'feedbackThanks' | 'feedbackFailed';

/** The actions below a message: copy, rate, edit, read aloud. */
export class MessageController implements ReactiveController {
  readonly #host: MessageHost;
  /** The action that Tab reaches: the first, or the one that last had the focus. */
  #stop = 'copy-text';
  #copied: MessageAction | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  /** Id of the answer whose feedback form is open. */
  #ratedId: string | undefined;
  /** The result of the last action, and the id of its message. */
  #outcome: { of: string; words: Outcome } | undefined;
  #reader: ReadAloud | undefined;
  readonly #wait: WaitNotice;
  /** The message that `#language` was found for. */
  #marked: ChatMessage | undefined;
  #language = '';

  constructor(host: MessageHost) {
    this.#host = host;
    host.addController(this);
    this.#wait = new WaitNotice(host);
    // Keeps the relative time of the last message current.
    new UpdateInterval(host, () => host.last, 60_000);
    host.addEventListener('click', event => void this.#onClick(event));
    host.addEventListener('focusin', event => {
      const { action } = (event.target as HTMLElement).dataset;
      if (!action || action === this.#stop || !(event.target as Element).closest('.actions')) return;
      this.#stop = action;
      host.requestUpdate();
    });
  }

  /**
   * Describes a message that has code by its text alone: the bubble, which describes it otherwise, contains the names of
   * the buttons that copy code.
   */
  #describe(): void {
    const host = this.#host;
    const bubble = host.querySelector('.bubble');
    host.ariaDescription = bubble?.querySelector('.md-copy')
      ? spokenText(bubble, DESCRIPTION_MAX).trim()
      : null;
  }

  /** Sets `lang` on the text, whose language may differ from the page's. */
  hostUpdated(): void {
    const { message } = this.#host;
    if (!message) return;
    this.#describe();
    if (message !== this.#marked) this.#language = languageOfMessage(message);
    this.#marked = message;
    for (const text of this.#host.querySelectorAll<HTMLElement>('.text')) {
      if (this.#language) text.lang = this.#language;
      else text.removeAttribute('lang');
    }
  }

  /** The notice of a waiting turn; undefined if it does not wait, or waits for the connection. */
  renderWait(turn: Turn): TemplateResult | undefined {
    return turn.status === 'waiting' && !isConnectionProblem(turn) ? this.#wait.render(turn) : undefined;
  }

  /** @param active whether the message contains the focus. */
  render(message: ChatMessage, active: boolean): TemplateResult {
    const { strings, locale, last, editable } = this.#host;
    if (!active) this.#stop = 'copy-text';
    const stop = active || last || editable ? this.#stop : undefined;
    const copiesMarkdown = isEnabledByPage(this.#host, 'copy-markdown');
    const copied = this.#copied;
    const reading = this.#findReader(message)?.isReading;
    const words = this.#outcome?.words;
    return html`${messageActions({ message, strings, locale, last, editable, stop, copiesMarkdown, copied, reading })}${
      this.#reader?.failed ? notice(strings.readAloudFailed, nothing, alertIcon) : nothing
    }${words && this.#outcome!.of === message.id ? notice(strings[words], nothing, words === 'feedbackThanks' ? checkIcon : alertIcon) : nothing}${
      this.#ratedId === message.id
        ? html`<agent-chat-feedback-form .strings=${strings} @feedback-reason=${this.#onReason}></agent-chat-feedback-form>`
        : nothing
    }`;
  }

  /** Reads an answer aloud, if the page enables that and the browser can. */
  #findReader({ role }: ChatMessage): ReadAloud | undefined {
    const host = this.#host;
    if (role === 'user' || !window.speechSynthesis || !isEnabledByPage(host, 'read-aloud')) return undefined;
    const code = readAloud.loadFor(host);
    if (code) this.#reader ??= new code.ReadAloud(host);
    return this.#reader;
  }

  async #onClick(event: Event): Promise<void> {
    const action = (event.target as Element).closest<HTMLElement>('button[data-action]')?.dataset.action;
    const { message } = this.#host;
    if (!message || !action) return;
    this.#setOutcome(message, undefined);
    if (action === 'read-aloud') this.#reader?.toggle();
    else if (action === 'copy-text' || action === 'copy-markdown') await this.#copy(message, action);
    else if (action === 'rate-up') {
      this.#openForm(undefined);
      await this.#rate(message, 'up');
    } else if (action === 'rate-down') {
      this.#openForm(message.id);
      loadFeedbackForm().catch(() => {});
      await this.#rate(message, 'down');
    }
  }

  async #copy(message: ChatMessage, action: 'copy-text' | 'copy-markdown'): Promise<void> {
    const host = this.#host;
    const text = action === 'copy-text' ? visibleText(host) : messageMarkdown(message);
    const copied = await copyText(text);
    const { strings } = host;
    this.#dispatch('say', { text: copied ? strings.copied : strings.copyFailed });
    if (!copied) return this.#setOutcome(message, 'copyFailed');
    this.#show(action);
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => this.#show(undefined), COPIED_MS);
  }

  readonly #onReason = (event: CustomEvent<{ reason: string | undefined }>): void => {
    const host = this.#host;
    this.#openForm(undefined);
    host.focus({ preventScroll: true });
    if (host.message && event.detail.reason) void this.#rate(host.message, 'down', event.detail.reason);
  };

  #setOutcome({ id }: ChatMessage, words: Outcome | '' | undefined): void {
    this.#outcome = words ? { of: id, words } : undefined;
    this.#host.requestUpdate();
  }

  /** A thumb shows that it was given; a reason disappears with its form, so it is acknowledged. */
  async #rate(message: ChatMessage, value: FeedbackValue, reason?: string): Promise<void> {
    const host = this.#host;
    const { id, key } = message;
    const around = host.closest('agent-chat-conversation');
    const arrival = around?.conversation?.rate(key, value, reason);
    this.#dispatch('feedback', { messageId: id, key, value, ...(reason && { reason }) });
    const failed = await Promise.resolve(arrival).then(
      () => false,
      () => true,
    );
    const { feedbackFailed, feedbackThanks } = host.strings;
    around?.say(failed ? feedbackFailed : feedbackThanks);
    if (host.message?.id === id)
      this.#setOutcome(message, failed ? 'feedbackFailed' : reason && 'feedbackThanks');
  }

  #show(copied: MessageAction | undefined): void {
    this.#copied = copied;
    this.#host.requestUpdate();
  }

  #openForm(id: string | undefined): void {
    this.#ratedId = id;
    this.#host.requestUpdate();
  }

  #dispatch(type: string, detail: unknown): void {
    this.#host.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

/** The visible text without the labels of buttons and opened quotes. `innerText` leaves out what is not laid out. */
function visibleText(message: HTMLElement): string {
  const buttons = message.querySelectorAll<HTMLElement>('.text :is(button, .cited)');
  const sections = message.querySelectorAll<HTMLElement>('.md .md');
  for (const button of buttons) button.hidden = true;
  for (const { style } of sections) style.contentVisibility = 'visible';
  const texts = Array.from(message.querySelectorAll<HTMLElement>('.text'), text => text.innerText);
  for (const section of sections) section.removeAttribute('style');
  for (const button of buttons) button.hidden = false;
  return texts.join('\n\n').trim();
}

async function loadFeedbackForm(): Promise<void> {
  const { AgentChatFeedbackForm } = await import('./agent-chat-feedback-form.ts');
  define('agent-chat-feedback-form', AgentChatFeedbackForm);
}
