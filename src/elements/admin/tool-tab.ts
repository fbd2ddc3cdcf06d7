import { html, LitElement, type TemplateResult } from 'lit';
import { ClientError } from '../../client/transport/client-error.ts';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { faultWords } from './fault-words.ts';
import type { AdminSession } from './session.ts';

/** A tab with a chunk of its own, drawn into the panel's shadow root so that labels and styles just work. */
export class ToolTab extends LitElement {
  static override properties = {
    session: { attribute: false },
    strings: { attribute: false },
    locale: { attribute: false },
    revision: { attribute: false },
    fault: { state: true },
  };

  declare session: AdminSession;
  declare strings: AdminStrings;
  /** BCP 47, for numbers and dates. */
  declare locale: string;
  /** Counts up whenever the session changed. */
  declare revision: number;
  /** What went wrong last, in words. */
  declare protected fault: string | undefined;

  /** Something would be lost with the page: typed and nowhere else yet, or half sent. */
  get unsaved(): boolean {
    return false;
  }

  #refused = false;

  protected override willUpdate(): void {
    const { refused } = this.session;
    if (this.#refused && !refused) this.readmitted();
    this.#refused = refused;
  }

  /** The server takes the token again, after a time in which nothing could be read. */
  protected readmitted(): void {
    this.fault = undefined;
  }

  /** @throws what is no refusal */
  protected failed(error: unknown): void {
    if (!(error instanceof ClientError)) throw error;
    if (error.code === 'unauthorized') this.session.accessRefused();
    this.fault = faultWords(error.toTurnError(), this.strings);
  }

  /** For what could not be read; once it is, the button is gone and the keyboard goes on in the tab. */
  protected renderAgain(read: () => Promise<void>): TemplateResult {
    const again = async (): Promise<void> => {
      await read();
      await this.updateComplete;
      if (!this.querySelector('.again')) this.closest<HTMLElement>('[role=tabpanel]')?.focus();
    };
    return html`<p><button type="button" class="again" @click=${again}>${this.strings.saving.tryAgain}</button></p>`;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
