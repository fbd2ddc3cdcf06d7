import type { nothing, TemplateResult } from 'lit';
import { withEnglish } from '../../../locales/with-english.ts';
import type { ConversationHost } from '../hosts.ts';
import { notice } from '../message/notices.ts';
import { deepActiveElement } from '../shadow-root.ts';
import type { MoreMenu } from './more-menu.ts';

/** What the header's button "More options" opens. The code of the menu loads on the first press. */
export class MoreButton {
  #host: ConversationHost;
  #menu: MoreMenu | undefined;
  #button: HTMLElement | undefined;
  /** A notice above the field that the menu could not be loaded, until the focus moves. */
  failure: TemplateResult | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
  }

  /** The menu and what it opens, over the log. */
  render(): TemplateResult | typeof nothing | undefined {
    if (this.#button) this.#button.ariaExpanded = `${this.#menu?.open === 'menu'}`;
    return this.#menu?.render();
  }

  async open({ currentTarget }: Event): Promise<void> {
    const host = this.#host;
    const button = currentTarget as HTMLElement;
    this.#button = button;
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
        this.#menu.button = button;
        this.#menu.show('menu');
      }
    } catch {
      const { loadFailed } = host.strings;
      host.say(loadFailed);
      this.#setFailure(notice(loadFailed));
      host.addEventListener('focusin', () => this.#setFailure(), { once: true });
    }
    button.onkeydown = null;
  }

  #setFailure(failure?: TemplateResult): void {
    this.failure = failure;
    this.#host.requestUpdate();
  }
}
