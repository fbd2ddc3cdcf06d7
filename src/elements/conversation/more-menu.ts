import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { transcriptJson, transcriptMarkdown } from '../../client/index.ts';
import { AgentChatEarlier } from './agent-chat-earlier.ts';
import type { MenuItem } from './agent-chat-menu.ts';
import { AgentChatMenu } from './agent-chat-menu.ts';
import { copyToClipboard } from './clipboard.ts';
import type { MoreHost } from './more-host.ts';
import { register } from './register.ts';
import { saveFile } from './save-file.ts';
import { transcriptWords } from './transcript-words.ts';

type Action = 'earlier' | 'copy' | 'markdown' | 'json' | 'print' | 'contact';

register('agent-chat-menu', AgentChatMenu);
register('agent-chat-earlier', AgentChatEarlier);

/** The menu beside the composer and what it leads to. */
export class MoreMenu {
  open: 'menu' | 'earlier' | undefined;
  #host: MoreHost;
  /** The question that was the newest when this was opened. */
  #asked: string | undefined;

  constructor(host: MoreHost) {
    this.#host = host;
  }

  /** Over the log: the menu, or the list of earlier conversations. */
  render(): TemplateResult | typeof nothing {
    const { conversation, strings, locale } = this.#host;
    if (this.open === 'menu')
      return html`<agent-chat-menu .items=${this.#items()} .label=${strings.moreOptions}
        @menu-choose=${this.#onChoose} @menu-close=${this.#onClose}></agent-chat-menu>`;
    // Whoever asks wants to see the answer.
    if (this.open === 'earlier' && !this.#newQuestion)
      return html`<agent-chat-earlier .conversation=${conversation} .strings=${strings} .locale=${locale}
        @earlier-close=${this.#onEarlierClose}></agent-chat-earlier>`;
    return nothing;
  }

  #items(): MenuItem<Action>[] {
    const { strings, settings, conversation } = this.#host;
    const items: MenuItem<Action>[] = [{ action: 'earlier', label: strings.earlierConversations }];
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

  show(what: 'menu' | 'earlier' | undefined): void {
    this.open = what;
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

  #onEarlierClose = (): void => {
    this.show(undefined);
    this.#host.focusComposer();
  };

  #onChoose = async (event: CustomEvent<{ action: Action }>): Promise<void> => {
    const { action } = event.detail;
    if (action === 'contact') this.#host.requestLead();
    else if (action === 'earlier') this.show('earlier');
    else await this.#handOut(action).catch(() => this.#host.say(this.#host.strings.loadFailed));
  };

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
    this.#host.say((await copyToClipboard(text)) ? strings.copied : strings.copyFailed);
  }
}
