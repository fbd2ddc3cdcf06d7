import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { transcriptJson, transcriptMarkdown } from '../../client/index.ts';
import { AgentChatEarlier } from './agent-chat-earlier.ts';
import type { MenuItem } from './agent-chat-menu.ts';
import { AgentChatMenu } from './agent-chat-menu.ts';
import { copyToClipboard } from './clipboard.ts';
import { leadController } from './lazy-modules.ts';
import type { MoreHost } from './more-host.ts';
import { register } from './register.ts';
import { saveFile } from './save-file.ts';
import { transcriptWords } from './transcript-words.ts';
import { isWanted } from './wanted.ts';

/** What became of a choice that leaves nothing to see. */
type Outcome = 'copied' | 'copyFailed' | 'loadFailed';
type Action = 'dictate' | 'earlier' | 'copy' | 'markdown' | 'json' | 'print' | 'contact';

register('agent-chat-menu', AgentChatMenu);
register('agent-chat-earlier', AgentChatEarlier);

/** The menu beside the composer and what it leads to. */
export class MoreMenu {
  open: 'menu' | 'dictation' | 'earlier' | undefined;
  #host: MoreHost;
  #outcome: Outcome | undefined;
  /** The question that was the newest when this was opened. */
  #asked: string | undefined;

  constructor(host: MoreHost) {
    this.#host = host;
  }

  /** In the log's frame: the menu, what is being dictated, or the list of earlier conversations. */
  render(): TemplateResult | typeof nothing {
    const { conversation, strings, locale } = this.#host;
    if (this.open === 'menu')
      return html`<agent-chat-menu .items=${this.#items()} .label=${strings.moreOptions}
        @menu-choose=${this.#onChoose} @menu-close=${this.#onClose}></agent-chat-menu>`;
    if (this.open === 'dictation')
      return html`<agent-chat-dictation .host=${this.#host} .conversation=${conversation} .strings=${strings}
        @dictation-close=${this.#onDictationClose}></agent-chat-dictation>`;
    // Whoever asks wants to see the answer.
    if (this.open === 'earlier' && !this.#newQuestion)
      return html`<agent-chat-earlier .conversation=${conversation} .strings=${strings} .locale=${locale}
        @earlier-close=${this.#onEarlierClose}></agent-chat-earlier>`;
    return this.#outcome ? html`<p class="menu outcome">${strings[this.#outcome]}</p>` : nothing;
  }

  #items(): MenuItem<Action>[] {
    const { strings, settings, conversation } = this.#host;
    const items: MenuItem<Action>[] = [{ action: 'earlier', label: strings.earlierConversations }];
    if (isWanted(this.#host, 'dictation') && hasRecogniser())
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
    else await this.#do(action).catch(() => this.#tell('loadFailed'));
  };

  #do(action: Exclude<Action, 'earlier'>): Promise<void> {
    if (action === 'contact') return this.#askForContact();
    return action === 'dictate' ? this.#dictate() : this.#handOut(action);
  }

  /** What shows the form may not have come when the chat was opened. */
  async #askForContact(): Promise<void> {
    const host = this.#host;
    if (!leadController.now) {
      await leadController.fetch();
      host.requestUpdate();
      await host.updateComplete;
    }
    host.requestLead();
  }

  async #dictate(): Promise<void> {
    const { AgentChatDictation } = await import('./agent-chat-dictation.ts');
    register('agent-chat-dictation', AgentChatDictation);
    this.show('dictation');
  }

  async #handOut(action: 'copy' | 'markdown' | 'json' | 'print'): Promise<void> {
    const { conversation, settings, strings, locale } = this.#host;
    if (!conversation) return;
    const { state } = conversation;
    const words = transcriptWords(settings.name, strings, locale);
    if (action === 'print') {
      const { direction } = getComputedStyle(this.#host);
      return (await import('./print.ts')).printConversation(state, words, strings, direction);
    }
    if (action === 'json') return saveFile('conversation.json', 'application/json', transcriptJson(state));
    const text = transcriptMarkdown(state, words);
    if (action === 'markdown') return saveFile('conversation.md', 'text/markdown', text);
    this.#tell((await copyToClipboard(text)) ? 'copied' : 'copyFailed');
  }

  /** Says it, and shows it where the menu was until the visitor goes on. */
  #tell(outcome: Outcome): void {
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

/** Whether the browser can turn speech into text. */
function hasRecogniser(): boolean {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, unknown>;
  return !!(SpeechRecognition ?? webkitSpeechRecognition);
}
