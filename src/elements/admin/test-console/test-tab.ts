import { type CSSResult, html, nothing, type TemplateResult } from 'lit';
import { AgentClient } from '../../../client/transport/agent-client.ts';
import { ClientError } from '../../../client/transport/client-error.ts';
import { newId } from '../../../client/transport/new-id.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import type { StreamEvent } from '../../../protocol/stream-events.ts';
import { css } from '../../css.ts';
import { icon } from '../icons.ts';
import { numberText } from '../settings/setting-text.ts';
import { ToolTab } from '../tool-tab.ts';
import { draftPatch, streamDraftReply } from './draft-chat.ts';

export const tag = 'agent-chat-admin-test';

interface Measures {
  firstToken: number | undefined;
  total: number | undefined;
  credits: number | undefined;
}

/** The test console: what was measured, the reply, and the events one by one. */
export const styles: CSSResult = css`
  .ask .label {
    display: block;
    margin-block-end: 6px;
  }
  .ask textarea {
    min-block-size: calc(3lh + 16px);
  }
  .measures {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    margin: 16px 0;
  }
  .measures div {
    flex: 1 1 120px;
    padding: 10px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  .measures dt {
    font-size: 0.8667em;
    color: var(--_muted);
  }
  .measures dd {
    margin: 0;
    font-size: 1.2em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .reply {
    padding: 12px 16px;
    border-radius: var(--_radius);
    border-end-start-radius: 4px;
    background: var(--_surface-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .events {
    max-block-size: 320px;
    overflow: auto;
    margin: 0;
    padding: 10px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
    list-style: none;
    font: 0.8333em / 1.6 var(--_mono);
  }
  :is(.reply, .events):empty::before {
    content: '…';
    color: var(--_muted);
  }
  .events li {
    display: grid;
    grid-template-columns: 8ch minmax(0, 1fr);
    gap: 1ch;
  }
  .events code {
    font: inherit;
    overflow-wrap: anywhere;
  }
  .events time {
    color: var(--_muted);
    text-align: end;
    white-space: nowrap;
  }
`;

/** A chat with the agent that shows each stream event and its time. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    running: { state: true },
    measures: { state: true },
    savedOnly: { state: true },
  };

  declare private running: AbortController | undefined;
  declare private measures: Measures | undefined;
  /** The service has no draft chat. */
  declare private savedOnly: boolean;
  #client: AgentClient | undefined;
  /** Whether the current conversation uses the draft. Draft and saved agent have separate conversations. */
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
        <textarea id="test-message" name="message" rows="2" dir="auto" placeholder=" " maxlength=${MESSAGE_MAX} required></textarea>
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
        // Events buffered before the abort.
        if (running.signal.aborted) return;
        const time = performance.now() - started;
        addEvent(events, time, received);
        if (received.type === 'token') reply.append(received.content);
        this.#measure(received, time);
      });
    } catch (error) {
      if (!running.signal.aborted) this.showError(error);
    } finally {
      this.running = undefined;
    }
  }

  /** Uses the draft if it has unsaved changes and the service supports it, otherwise the saved agent. */
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
      // Either the conversation was deleted meanwhile, or the service has no draft chat.
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

/** Appends a node, so that a long list is not rendered again for each event. */
function addEvent(list: Element, time: number, event: StreamEvent): void {
  const item = document.createElement('li');
  const stamp = document.createElement('time');
  stamp.textContent = `${Math.round(time)} ms`;
  const body = document.createElement('code');
  body.textContent = JSON.stringify(event);
  item.append(stamp, ' ', body);
  list.append(item);
}
