import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ConversationHost } from '../hosts.ts';
import { leadController } from '../lazy-modules.ts';
import { define } from '../light-element.ts';
import { isEnabledByPage } from '../shadow-root.ts';
import { AgentChatEarlier } from './agent-chat-earlier.ts';
import type { MenuItem } from './agent-chat-menu.ts';
import { AgentChatMenu } from './agent-chat-menu.ts';
import { type ExportFormat, exportConversation } from './export-conversation.ts';

/** The result of an action without a visible effect. */
type Outcome = 'copied' | 'copyFailed' | 'loadFailed';
type Action = 'dictate' | 'earlier' | 'contact' | ExportFormat;

define('agent-chat-menu', AgentChatMenu);
define('agent-chat-earlier', AgentChatEarlier);

/** The "More options" menu, dictation and the list of earlier conversations. */
export class MoreMenu {
  open: 'menu' | 'dictation' | 'earlier' | undefined;
  #host: ConversationHost;
  #outcome: Outcome | undefined;
  /** The last question when the list was opened. */
  #asked: string | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
  }

  /** The part that is open, in the frame of the log. */
  render(): TemplateResult | typeof nothing {
    const { conversation, strings, locale } = this.#host;
    if (this.open === 'menu')
      return html`<agent-chat-menu .items=${this.#items()} .label=${strings.moreOptions}
        @menu-choose=${this.#onChoose} @menu-close=${this.#onClose}></agent-chat-menu>`;
    if (this.open === 'dictation')
      return html`<agent-chat-dictation .host=${this.#host} .conversation=${conversation} .strings=${strings}
        @dictation-close=${this.#onDictationClose}></agent-chat-dictation>`;
    // A new question closes the list, because the visitor wants to see the answer.
    if (this.open === 'earlier' && !this.#newQuestion)
      return html`<agent-chat-earlier .conversation=${conversation} .strings=${strings} .locale=${locale}
        @earlier-close=${this.#onEarlierClose}></agent-chat-earlier>`;
    return this.#outcome ? html`<p class="menu outcome">${strings[this.#outcome]}</p>` : nothing;
  }

  #items(): MenuItem<Action>[] {
    const { strings, settings, conversation } = this.#host;
    const items: MenuItem<Action>[] = [{ action: 'earlier', label: strings.earlierConversations }];
    if (isEnabledByPage(this.#host, 'dictation') && hasRecogniser())
      items.unshift({ action: 'dictate', label: strings.dictate });
    if ((conversation?.state.messages.length ?? 0) > 0) {
      items.push(
        { action: 'copy', label: strings.copyConversation },
        { action: 'markdown', label: strings.downloadMarkdown },
        { action: 'json', label: strings.downloadJson },
        { action: 'print', label: strings.print },
      );
    }
    if (settings.leadForm) items.push({ action: 'contact', label: strings.leaveContact });
    return items;
  }

  show(what: MoreMenu['open']): void {
    this.open = what;
    this.#outcome = undefined;
    this.#asked = this.#host.conversation?.state.turn?.userKey;
    this.#host.requestUpdate();
  }

  get #newQuestion(): boolean {
    const asked = this.#host.conversation?.state.turn?.userKey;
    if (asked === undefined || asked === this.#asked) return false;
    if (this.#host.querySelector('agent-chat-earlier:focus-within')) return false;
    this.open = undefined;
    return true;
  }

  #onClose = (event: CustomEvent<{ refocus: boolean }>): void => {
    this.show(undefined);
    if (event.detail.refocus) this.#host.querySelector<HTMLElement>('.more')?.focus();
  };

  #onDictationClose = ({ detail: { focus } }: CustomEvent<{ focus?: 'field' | 'menu' }>): void => {
    if (this.open === 'dictation') this.show(undefined);
    if (focus === 'field') this.#host.focusComposer();
    else if (focus === 'menu') this.#host.querySelector<HTMLElement>('.more')?.focus();
  };

  #onEarlierClose = (): void => {
    this.show(undefined);
    this.#host.focusComposer();
  };

  #onChoose = async (event: CustomEvent<{ action: Action }>): Promise<void> => {
    const { action } = event.detail;
    if (action === 'earlier') this.show('earlier');
    else await this.#do(action).catch(() => this.#showOutcome('loadFailed'));
  };

  #do(action: Exclude<Action, 'earlier'>): Promise<void> {
    if (action === 'contact') return this.#askForContact();
    return action === 'dictate' ? this.#dictate() : this.#export(action);
  }

  /** The code of the form may not have loaded when the chat was opened. */
  async #askForContact(): Promise<void> {
    const host = this.#host;
    if (!leadController.module) {
      await leadController.load();
      host.requestUpdate();
      await host.updateComplete;
    }
    host.requestLead();
  }

  async #dictate(): Promise<void> {
    const { AgentChatDictation } = await import('../dictation/agent-chat-dictation.ts');
    define('agent-chat-dictation', AgentChatDictation);
    this.show('dictation');
  }

  async #export(format: ExportFormat): Promise<void> {
    const copied = await exportConversation(format, this.#host);
    if (copied !== undefined) this.#showOutcome(copied ? 'copied' : 'copyFailed');
  }

  /** Announces a result and shows it in place of the menu until the focus moves. */
  #showOutcome(outcome: Outcome): void {
    const host = this.#host;
    host.say(host.strings[outcome]);
    this.#outcome = outcome;
    host.requestUpdate();
    const listening = new AbortController();
    const { signal } = listening;
    const clear = (): void => {
      listening.abort();
      this.#outcome = undefined;
      host.requestUpdate();
    };
    host.querySelector('.more')?.addEventListener('blur', clear, { signal });
    document.addEventListener('pointerdown', clear, { signal, capture: true });
  }
}

/** Whether the browser supports speech recognition. */
function hasRecogniser(): boolean {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, unknown>;
  return !!(SpeechRecognition ?? webkitSpeechRecognition);
}
