import type { nothing, TemplateResult } from 'lit';
import { html } from 'lit';
import { withEnglish } from '../../../locales/languages.ts';
import type { ConversationHost } from '../hosts.ts';
import { moreIcon } from '../icons.ts';
import { notice } from '../message/notices.ts';
import { deepActiveElement } from '../shadow-root.ts';
import type { MoreMenu } from './more-menu.ts';

/** The button beside the composer, for what is rarely wanted. Nothing of that is loaded before it is pressed. */
export class MoreButton {
  #host: ConversationHost;
  #menu: MoreMenu | undefined;
  /** Over the field: that the menu could not be had, until the visitor goes on. */
  failure: TemplateResult | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
  }

  renderButton(): TemplateResult {
    const { strings } = this.#host;
    return html`<button type="button" class="more" aria-label=${strings.moreOptions} title=${strings.moreOptions}
      aria-haspopup="menu" aria-expanded=${this.#menu?.open === 'menu'} @click=${this.#onButton}>${moreIcon}</button>`;
  }

  /** Over the log: the menu, or the list of earlier conversations. */
  render(): TemplateResult | typeof nothing | undefined {
    return this.#menu?.render();
  }

  #onButton = async ({ currentTarget }: Event): Promise<void> => {
    const host = this.#host;
    const button = currentTarget as HTMLElement;
    const before = deepActiveElement();
    // Escape is meant for the menu that comes, not for the window.
    button.onkeydown = event => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      button.onkeydown = null;
    };
    try {
      const { MoreMenu } = await withEnglish(import('./more-menu.ts'));
      const wanted: unknown = button.onkeydown;
      // Who has gone on to something else while it came stays there.
      if (wanted && deepActiveElement() === before) {
        this.#menu ??= new MoreMenu(host);
        this.#menu.show('menu');
      }
    } catch {
      const { loadFailed } = host.strings;
      host.say(loadFailed);
      this.#tell(notice(loadFailed));
      host.addEventListener('focusin', () => this.#tell(), { once: true });
    }
    button.onkeydown = null;
  };

  #tell(failure?: TemplateResult): void {
    this.failure = failure;
    this.#host.requestUpdate();
  }
}
