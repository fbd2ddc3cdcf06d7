import type { nothing, TemplateResult } from 'lit';
import { html } from 'lit';
import { withEnglish } from '../../../locales/with-english.ts';
import type { ConversationHost } from '../hosts.ts';
import { moreIcon } from '../icons.ts';
import { notice } from '../message/notices.ts';
import { deepActiveElement } from '../shadow-root.ts';
import type { MoreMenu } from './more-menu.ts';

/** The button of the "More options" menu, whose code loads on the first press. */
export class MoreButton {
  #host: ConversationHost;
  #menu: MoreMenu | undefined;
  /** A notice above the field that the menu could not be loaded, until the focus moves. */
  failure: TemplateResult | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
  }

  renderButton(): TemplateResult {
    const { strings } = this.#host;
    return html`<button type="button" class="more" aria-label=${strings.moreOptions} title=${strings.moreOptions}
      aria-haspopup="menu" aria-expanded=${this.#menu?.open === 'menu'} @click=${this.#onButton}>${moreIcon}</button>`;
  }

  /** The menu and what it opens, over the log. */
  render(): TemplateResult | typeof nothing | undefined {
    return this.#menu?.render();
  }

  #onButton = async ({ currentTarget }: Event): Promise<void> => {
    const host = this.#host;
    const button = currentTarget as HTMLElement;
    const before = deepActiveElement();
    // While the menu loads, Escape cancels it and does not close the window.
    button.onkeydown = event => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      button.onkeydown = null;
    };
    try {
      const { MoreMenu } = await withEnglish(import('./more-menu.ts'));
      const wanted: unknown = button.onkeydown;
      // Not if the visitor moved the focus while it loaded.
      if (wanted && deepActiveElement() === before) {
        this.#menu ??= new MoreMenu(host);
        this.#menu.show('menu');
      }
    } catch {
      const { loadFailed } = host.strings;
      host.say(loadFailed);
      this.#setFailure(notice(loadFailed));
      host.addEventListener('focusin', () => this.#setFailure(), { once: true });
    }
    button.onkeydown = null;
  };

  #setFailure(failure?: TemplateResult): void {
    this.failure = failure;
    this.#host.requestUpdate();
  }
}
