import { html, LitElement, type TemplateResult } from 'lit';
import { ClientError } from '../../client/transport/client-error.ts';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { errorMessage } from './error-message.ts';
import type { AdminSession } from './session/session.ts';

/** Base of a tab that loads when it is opened. Renders into the panel's shadow root, which has the styles and ids. */
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
  /** BCP 47 tag, for numbers and dates. */
  declare locale: string;
  /** Increases with each change of the session. */
  declare revision: number;
  /** Message of the last error. */
  declare protected fault: string | undefined;

  /** Whether leaving the page would lose work: text that is not in the form yet, or an import that is not finished. */
  get unsaved(): boolean {
    return false;
  }

  #wasRefused = false;

  protected override willUpdate(): void {
    const { refused } = this.session;
    if (this.#wasRefused && !refused) this.onAccessRestored();
    this.#wasRefused = refused;
  }

  /** The server accepts the token again after it was refused. */
  protected onAccessRestored(): void {
    this.fault = undefined;
  }

  /** Shows what went wrong. @throws anything but a `ClientError` */
  protected showError(error: unknown): void {
    if (!(error instanceof ClientError)) throw error;
    if (error.code === 'unauthorized') this.session.requireToken();
    this.fault = errorMessage(error.toTurnError(), this.strings);
  }

  /** A button that reads again. When that removes the button, the focus moves to the tab panel. */
  protected renderRetry(read: () => Promise<void>): TemplateResult {
    const onClick = async (): Promise<void> => {
      await read();
      await this.updateComplete;
      if (!this.querySelector('.again')) this.closest<HTMLElement>('[role=tabpanel]')?.focus();
    };
    return html`<p><button type="button" class="again" @click=${onClick}>${this.strings.saving.tryAgain}</button></p>`;
  }

  /** Moves the focus to an element if a render has removed the one that had it. */
  protected async restoreFocus(selector: string): Promise<void> {
    await this.updateComplete;
    const { activeElement } = this.getRootNode() as ShadowRoot;
    if (!activeElement) this.querySelector<HTMLElement>(selector)?.focus();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
