import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Conversation } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { MenuItem } from './agent-chat-menu.ts';
import { copyToClipboard } from './clipboard.ts';
import { moreIcon } from './icons.ts';
import { register } from './register.ts';

type Action = 'earlier' | 'copy' | 'markdown' | 'json' | 'print' | 'contact';

/** What the menu acts upon. */
export interface MoreHost extends HTMLElement {
  conversation: Conversation | undefined;
  settings: PublicSettings;
  strings: Strings;
  locale: string;
  requestUpdate(): void;
  focusComposer(): void;
  say(text: string): void;
  requestLead(): void;
}

/** The menu beside the composer: what is rarely wanted. Nothing of it is loaded before it is first opened. */
export class More {
  #host: MoreHost;
  #open: 'menu' | 'earlier' | undefined;

  constructor(host: MoreHost) {
    this.#host = host;
  }

  renderButton(): TemplateResult {
    const { strings } = this.#host;
    return html`<button type="button" class="more" aria-label=${strings.moreOptions} title=${strings.moreOptions}
      aria-haspopup="menu" aria-expanded=${this.#open === 'menu'} @click=${this.#onButton}>${moreIcon}</button>`;
  }

  /** Over the log: the menu, or the list of earlier conversations. */
  render(): TemplateResult | typeof nothing {
    const { conversation, strings, locale } = this.#host;
    if (this.#open === 'menu')
      return html`<agent-chat-menu .items=${this.#items()} .label=${strings.moreOptions}
        @menu-choose=${this.#onChoose} @menu-close=${this.#onClose}></agent-chat-menu>`;
    if (this.#open === 'earlier')
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

  #show(what: 'menu' | 'earlier' | undefined): void {
    this.#open = what;
    this.#host.requestUpdate();
  }

  #onButton = async (): Promise<void> => {
    const { AgentChatMenu } = await import('./agent-chat-menu.ts');
    register('agent-chat-menu', AgentChatMenu);
    this.#show('menu');
  };

  #onClose = (event: CustomEvent<{ refocus: boolean }>): void => {
    this.#show(undefined);
    if (event.detail.refocus) this.#host.querySelector<HTMLElement>('.more')?.focus();
  };

  #onEarlierClose = (): void => {
    this.#show(undefined);
    this.#host.focusComposer();
  };

  #onChoose = async (event: CustomEvent<{ action: Action }>): Promise<void> => {
    const { action } = event.detail;
    if (action === 'contact') this.#host.requestLead();
    else if (action === 'earlier') {
      const { AgentChatEarlier } = await import('./agent-chat-earlier.ts');
      register('agent-chat-earlier', AgentChatEarlier);
      this.#show('earlier');
    } else await this.#handOut(action);
  };

  async #handOut(action: 'copy' | 'markdown' | 'json' | 'print'): Promise<void> {
    const { conversation, settings, strings, locale } = this.#host;
    if (!conversation) return;
    const { conversationId, messages } = conversation.state;
    const view = { title: settings.name, conversationId, messages, strings, locale };
    if (action === 'print') return (await import('./print.ts')).printConversation(view);
    const { transcriptMarkdown, transcriptJson, saveFile } = await import('./transcript.ts');
    if (action === 'json') return saveFile('conversation.json', 'application/json', transcriptJson(view));
    const text = transcriptMarkdown(view);
    if (action === 'markdown') return saveFile('conversation.md', 'text/markdown', text);
    this.#host.say((await copyToClipboard(text)) ? strings.copied : strings.copyFailed);
  }
}
