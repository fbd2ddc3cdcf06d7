import { withEnglish } from '../../../locales/with-english.ts';
import { Lazy } from '../../conversation/lazy.ts';
import type { WidgetHost } from '../widget-host.ts';
import type { PageObservers } from './page-observers.ts';

/**
 * Loads the page observers: when the conversation has an answer, when the pointer returns to the launcher, and when the
 * visitor presses something outside the widget, which may switch the page's language or theme.
 */
export class PageIntegration {
  readonly #host: WidgetHost;
  readonly #code = new Lazy(() => withEnglish(import('./page-observers.ts')));
  #observers: PageObservers | undefined;

  constructor(host: WidgetHost) {
    this.#host = host;
    host.renderRoot.querySelector('.launcher')?.addEventListener('pointerenter', this.#onActivity);
  }

  connect(): void {
    document.addEventListener('click', this.#onActivity);
  }

  /** Called after each update of the host, so also when the code has been loaded. */
  update(messageCount: number): void {
    const host = this.#host;
    const code = messageCount > 1 ? this.#code.loadFor(host) : this.#code.module;
    if (code && host.isConnected) this.#observers ??= new code.PageObservers(host);
    this.#observers?.update(messageCount);
  }

  disconnect(): void {
    document.removeEventListener('click', this.#onActivity);
    this.#observers?.disconnect();
    this.#observers = undefined;
  }

  readonly #onActivity = ({ target }: Event): void => {
    // For a listener on the document, the target of a press inside the widget is the host.
    if (target !== this.#host) this.#code.loadFor(this.#host);
  };
}
