import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { copyIcon } from '../action-icons.ts';
import type { ConversationHost } from '../hosts.ts';
import { icon } from '../icons.ts';
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

const historyIcon = icon('M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4M12 8v4.5l3 1.5');
const microphoneIcon = icon(
  'M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4zM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
);
const mailIcon = icon(
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM4 7l8 6 8-6',
);
const downloadIcon = icon('M12 4v11M7 10.5l5 5 5-5M5 19.5h14');
const dataIcon = icon(
  'M9 4.5H8a2 2 0 0 0-2 2V10l-2 2 2 2v3.5a2 2 0 0 0 2 2h1M15 4.5h1a2 2 0 0 1 2 2V10l2 2-2 2v3.5a2 2 0 0 1-2 2h-1',
);
const printIcon = icon(
  'M7 9V4h10v5M7 17H5a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 5 9h14a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 19 17h-2M7 14h10v6H7z',
);

define('agent-chat-menu', AgentChatMenu);
define('agent-chat-earlier', AgentChatEarlier);

/** The "More options" menu, dictation and the list of earlier conversations. */
export class MoreMenu {
  /** What it was opened by, which gets the focus back. */
  button: HTMLElement | undefined;
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
    const items: MenuItem<Action>[] = [
      { action: 'earlier', label: strings.earlierConversations, icon: historyIcon },
    ];
    if (isEnabledByPage(this.#host, 'dictation') && hasRecogniser())
      items.unshift({ action: 'dictate', label: strings.dictate, icon: microphoneIcon });
    if (settings.leadForm) items.push({ action: 'contact', label: strings.leaveContact, icon: mailIcon });
    if ((conversation?.state.messages.length ?? 0) > 0) {
      items.push(
        { action: 'copy', label: strings.copyConversation, icon: copyIcon },
        { action: 'markdown', label: strings.downloadMarkdown, icon: downloadIcon, startsGroup: true },
        { action: 'json', label: strings.downloadJson, icon: dataIcon },
        { action: 'print', label: strings.print, icon: printIcon },
      );
    }
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
    if (event.detail.refocus) this.button?.focus();
  };

  #onDictationClose = ({ detail: { focus } }: CustomEvent<{ focus?: 'field' | 'menu' }>): void => {
    if (this.open === 'dictation') this.show(undefined);
    if (focus === 'field') this.#host.focusComposer();
    else if (focus === 'menu') this.button?.focus();
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
    this.button?.addEventListener('blur', clear, { signal });
    document.addEventListener('pointerdown', clear, { signal, capture: true });
  }
}

/** Whether the browser supports speech recognition. */
function hasRecogniser(): boolean {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, unknown>;
  return !!(SpeechRecognition ?? webkitSpeechRecognition);
}
