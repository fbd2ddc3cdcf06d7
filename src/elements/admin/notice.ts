import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import type { AdminSession } from './session.ts';

export interface NoticeOptions {
  session: AdminSession;
  strings: AdminStrings;
  fault: string | undefined;
  showFault: () => void;
  again: () => void;
}

/** Why the last save failed, and what stands in the way of the next. Stays until something changes it. */
export function renderNotice({ session, strings, fault, showFault, again }: NoticeOptions): TemplateResult {
  const { saving, errors } = strings;
  const faulty = session.draft?.leftFaulty.length ?? 0;
  return html`<div role="alert">
      ${
        fault === undefined
          ? nothing
          : html`<div class="notice bad">
              <p><strong>${fault}</strong> ${errors.nothingLost}</p>
              ${session.fault?.during === 'save' ? html`<button type="button" @click=${again}>${saving.tryAgain}</button>` : nothing}
            </div>`
      }
    </div>
    <div role="status">
      ${
        faulty === 0
          ? nothing
          : html`<div class="notice bad">
              <p>${saving.fixFirst(faulty)}</p>
              <button type="button" class="small" @click=${() => showFault()}>${saving.continue}</button>
            </div>`
      }
    </div>`;
}

/** In the place of what could not be fetched. */
export function renderNotFetched({ saving, errors }: AdminStrings, again: () => void): TemplateResult {
  return html`<div class="notice bad" role="alert">
    <p>${errors.offline}</p>
    <button type="button" @click=${again}>${saving.tryAgain}</button>
  </div>`;
}
