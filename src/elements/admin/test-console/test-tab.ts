import { html, nothing, type TemplateResult } from 'lit';
import { AgentClient } from '../../../client/transport/agent-client.ts';
import { ClientError } from '../../../client/transport/client-error.ts';
import { newId } from '../../../client/transport/new-id.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import type { StreamEvent } from '../../../protocol/stream-events.ts';
import { numberText } from '../fields/value-text.ts';
import { icon } from '../icons.ts';
import { ToolTab } from '../tool-tab.ts';
import { draftPatch, streamDraftReply } from './draft-chat.ts';

export { testStyles as styles } from './test-styles.ts';

export const tag = 'agent-chat-admin-test';

interface Measures {
  firstToken: number | undefined;
  total: number | undefined;
  credits: number | undefined;
}

/** A talk with the agent that shows what comes over the wire, and when. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    running: { state: true },
    measures: { state: true },
    savedOnly: { state: true },
  };

  declare private running: AbortController | undefined;
  declare private measures: Measures | undefined;
  /** The service turned out to know no chat with unsaved settings. */
  declare private savedOnly: boolean;
  #client: AgentClient | undefined;
  /** Whether the conversation is with the draft: the two know nothing of each other. */
  #withDraft = false;
  #conversationId: string | undefined;

  constructor() {
    super();
    this.savedOnly = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.running?.abort();
  }

  protected override render(): TemplateResult {
    const { test } = this.strings;
    const { draft } = this.session;
    const unsaved = draft && draftPatch(draft) !== undefined;
    return html`<div>
      <h3 id="test-title">${this.strings.tabs.test}</h3>
      <p class="lead">${test.text}</p>
      <div role="status">
        ${unsaved ? html`<p class="contrast" data-level=${this.savedOnly ? 'weak' : 'good'}>${this.savedOnly ? `${test.noDraft} ${test.savedOnly}` : test.withDraft}</p>` : nothing}
      </div>
      <form class="ask" @submit=${this.#onSubmit}>
        <label class="label" for="test-message">${test.message}</label>
        <textarea id="test-message" name="message" rows="2" dir="auto" maxlength=${MESSAGE_MAX} required></textarea>
        <p class="actions">
          <button class="primary" aria-disabled=${this.running ? 'true' : nothing}>${icon('test')} ${test.send}</button>
          ${this.running ? html`<button type="button" @click=${() => this.running?.abort()}>${test.stop}</button>` : nothing}
          <button type="button" class="quiet" @click=${this.#startOver}>${test.newConversation}</button>
        </p>
      </form>
      <div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>
      <div role="status">${this.#renderMeasures()}</div>
      <div ?hidden=${this.measures === undefined}>
        <h4>${test.reply}</h4>
        <p class="reply" dir="auto"></p>
        <h4 id="test-events-title">${test.events}</h4>
        <ol class="events" dir="ltr" tabindex="0" aria-labelledby="test-events-title"></ol>
      </div>
    </div>`;
  }

  #renderMeasures(): TemplateResult {
    const { test } = this.strings;
    const { measures } = this;
    if (!measures) return html`${nothing}`;
    const time = (ms: number | undefined): string =>
      ms === undefined ? '–' : test.milliseconds(Math.round(ms));
    return html`<dl class="measures">
      <div><dt>${test.firstToken}</dt><dd>${time(measures.firstToken)}</dd></div>
      <div><dt>${test.total}</dt><dd>${time(measures.total)}</dd></div>
      <div><dt>${test.credits}</dt><dd>${measures.credits === undefined ? '–' : numberText(measures.credits, this.strings)}</dd></div>
    </dl>`;
  }

  #startOver(): void {
    this.running?.abort();
    this.#conversationId = undefined;
    this.measures = undefined;
    this.fault = undefined;
    for (const place of this.querySelectorAll('.reply, .events')) place.replaceChildren();
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const message = String(new FormData(event.target as HTMLFormElement).get('message') ?? '');
    if (message.trim() !== '' && !this.running) void this.#ask(message);
  }

  async #ask(message: string): Promise<void> {
    const running = new AbortController();
    this.running = running;
    this.fault = undefined;
    this.measures = { firstToken: undefined, total: undefined, credits: undefined };
    const [reply, events] = ['.reply', '.events'].map(name => this.querySelector(name)!) as [
      Element,
      Element,
    ];
    reply.replaceChildren();
    events.replaceChildren();
    const started = performance.now();
    try {
      await this.#stream(message, running.signal, received => {
        // Nobody waits for it any more: the rest of what is here already belongs to no conversation.
        if (running.signal.aborted) return;
        const time = performance.now() - started;
        addEvent(events, time, received);
        if (received.type === 'token') reply.append(received.content);
        this.#measure(received, time);
      });
    } catch (error) {
      if (!running.signal.aborted) this.failed(error);
    } finally {
      this.running = undefined;
    }
  }

  /** Asks the draft where something of it is unsaved and the service can, else the agent as it is. */
  async #stream(message: string, signal: AbortSignal, onEvent: (event: StreamEvent) => void): Promise<void> {
    const { client, draft } = this.session;
    const settings = this.savedOnly ? undefined : draft && draftPatch(draft);
    if (this.#withDraft !== (settings !== undefined)) this.#conversationId = undefined;
    this.#withDraft = settings !== undefined;
    const conversationId = this.#conversationId;
    const asked = { message, conversationId, signal, onEvent };
    const { agentId, endpoint, fetch } = client;
    this.#client ??= new AgentClient({ agentId, endpoint, fetch });
    try {
      await (settings
        ? streamDraftReply(client, { ...asked, settings })
        : this.#client.streamReply({ ...asked, idempotencyKey: newId() }));
    } catch (error) {
      if (!(error instanceof ClientError && error.code === 'not_found')) throw error;
      // What is not there is the conversation, which was deleted meanwhile; else the way to ask the draft.
      if (conversationId !== undefined) this.#conversationId = undefined;
      else if (settings) this.savedOnly = true;
      else throw error;
      return this.#stream(message, signal, onEvent);
    }
  }

  #measure(event: StreamEvent, time: number): void {
    const measures = this.measures!;
    if (event.type === 'token') {
      if (measures.firstToken === undefined) this.measures = { ...measures, firstToken: time };
      return;
    }
    const done = event.type === 'done' ? event.data.metadata : undefined;
    if (done) this.#conversationId = done.conversationId;
    this.measures = { ...measures, total: time, credits: done?.usage?.credits };
    if (event.type === 'error') this.fault = this.strings.errors.otherwise;
  }
}

/** One node more for each event: what is there is never drawn again. */
function addEvent(list: Element, time: number, event: StreamEvent): void {
  const item = document.createElement('li');
  const stamp = document.createElement('time');
  stamp.textContent = `${Math.round(time)} ms`;
  const body = document.createElement('code');
  body.textContent = JSON.stringify(event);
  item.append(stamp, ' ', body);
  list.append(item);
}
