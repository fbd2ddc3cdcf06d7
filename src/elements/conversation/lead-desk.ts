import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Conversation, Lead } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import { Later } from './later.ts';
import { leadWish } from './lead-wish.ts';
import { notice } from './notices.ts';
import { register } from './register.ts';

/** What the lead form stands in. */
export interface LeadDeskHost extends HTMLElement {
  conversation: Conversation | undefined;
  settings: PublicSettings;
  strings: Strings;
  requestUpdate(): void;
  focusComposer(): void;
  say(text: string): void;
}

const leadForm = new Later(async () => {
  const { AgentChatLeadForm } = await import('./agent-chat-lead-form.ts');
  register('agent-chat-lead-form', AgentChatLeadForm);
  return AgentChatLeadForm;
});

/** Decides when a visitor is asked for a contact, and hands over what he gives. The form itself is loaded when wanted. */
export class LeadDesk {
  #host: LeadDeskHost;
  #skipped = false;
  #requested = false;
  #busy = false;
  #error: string | undefined;
  /** The form could not be fetched: whoever wants it presses. */
  #failed = false;
  #waiting: (() => void)[] = [];

  constructor(host: LeadDeskHost) {
    this.#host = host;
  }

  get wish(): 'gate' | 'card' | undefined {
    const { conversation, settings } = this.#host;
    if (!conversation) return undefined;
    const memory = { given: conversation.leadGiven, skipped: this.#skipped, requested: this.#requested };
    return leadWish(settings.leadForm, conversation.state, memory);
  }

  /** Resolves as soon as no form stands before the next question: it was sent, skipped, or never needed. */
  passed(): Promise<void> {
    return this.wish === 'gate' ? new Promise(resolve => this.#waiting.push(resolve)) : Promise.resolve();
  }

  /** The visitor wants to leave a contact now. */
  request(): void {
    this.#requested = true;
    this.#host.requestUpdate();
  }

  render(): TemplateResult | typeof nothing {
    const { settings, strings } = this.#host;
    const form = settings.leadForm;
    if (this.wish !== 'gate') for (const go of this.#waiting.splice(0)) go();
    if (!this.wish || !form) return nothing;
    if (!leadForm.now) {
      if (!this.#failed) this.#fetch();
      const again = html`<button type="button" class="quiet-button" @click=${this.#fetch}>${strings.tryAgain}</button>`;
      return this.#failed ? notice(strings.loadFailed, again, ' error') : nothing;
    }
    return html`<agent-chat-lead-form
      .form=${this.#requested ? { ...form, required: false } : form}
      .strings=${strings}
      .busy=${this.#busy}
      .error=${this.#error}
      @lead-submit=${this.#onSubmit}
      @lead-skip=${this.#onSkip}
    ></agent-chat-lead-form>`;
  }

  readonly #fetch = (): void => {
    const host = this.#host;
    const told = (failed: boolean): void => {
      this.#failed = failed;
      host.requestUpdate();
      if (failed) host.say(host.strings.loadFailed);
    };
    leadForm.fetch().then(
      () => told(false),
      () => told(true),
    );
  };

  #onSubmit = async (event: CustomEvent<Lead>): Promise<void> => {
    const host = this.#host;
    const lead = event.detail;
    this.#busy = true;
    this.#error = undefined;
    host.requestUpdate();
    try {
      await host.conversation?.submitLead(lead);
      this.#requested = false;
      // The composer can't take the focus before it is drawn again.
      host.requestUpdate();
      host.dispatchEvent(new CustomEvent('lead', { bubbles: true, detail: { ...lead } }));
      host.say(host.strings.leadThanks);
      host.focusComposer();
    } catch {
      this.#error = host.strings.leadFailed;
    } finally {
      this.#busy = false;
      host.requestUpdate();
    }
  };

  #onSkip = (): void => {
    this.#skipped = true;
    this.#requested = false;
    this.#host.requestUpdate();
    this.#host.focusComposer();
  };
}
