import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import type { AdminSession } from './session/session.ts';

export interface NoticeOptions {
  session: AdminSession;
  strings: AdminStrings;
  fault: string | undefined;
  showInvalid: () => void;
  retry: () => void;
}

/** Why the last save failed, and what prevents the next one. */
export function renderNotice({ session, strings, fault, showInvalid, retry }: NoticeOptions): TemplateResult {
  const { saving, errors } = strings;
  const faulty = session.draft?.settledFaulty.length ?? 0;
  return html`<div role="alert">
      ${
        fault === undefined
          ? nothing
          : html`<div class="notice bad">
              <p><strong>${fault}</strong> ${errors.nothingLost}</p>
              ${session.fault?.during === 'save' ? html`<button type="button" @click=${retry}>${saving.tryAgain}</button>` : nothing}
            </div>`
      }
    </div>
    <div role="status">
      ${
        faulty === 0
          ? nothing
          : html`<div class="notice bad">
              <p>${saving.fixFirst(faulty)}</p>
              <button type="button" class="small" @click=${() => showInvalid()}>${saving.continue}</button>
            </div>`
      }
    </div>`;
}

/** Replaces a part of the panel whose code did not load. */
export function renderLoadError({ saving, errors }: AdminStrings, retry: () => void): TemplateResult {
  return html`<div class="notice bad" role="alert">
    <p>${errors.offline}</p>
    <button type="button" @click=${retry}>${saving.tryAgain}</button>
  </div>`;
}
