import { html, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';

/** The owner's text: the page's own `consent` slot, else the language's. */
export function renderConsent(strings: Strings, onAgree: () => void): TemplateResult {
  return html`<div part="consent" class="consent"
    ><h3 class="consent-title">${strings.consentTitle}</h3
    ><div class="consent-text"><slot name="consent">${strings.consentText}</slot></div
    ><button part="consent-button" class="consent-button" type="button" @click=${onAgree}
      >${strings.consentAccept}</button
    ></div
  >`;
}
