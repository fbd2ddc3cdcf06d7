import { html, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { HOURS_MAX } from '../../../protocol/sources.ts';

/** Characters of an address. */
const ADDRESS_MAX = 2000;

export interface SiteFormOptions {
  strings: AdminStrings;
  add(address: string, everyHours: number | null): void;
  close(): void;
}

/** Asks for the address of a website to read. */
export function renderSiteForm({ strings, add, close }: SiteFormOptions): TemplateResult {
  const { knowledge: words } = strings;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const address = form.querySelector<HTMLInputElement>('#site-address')!.value.trim();
    if (address !== '') add(address, hoursIn(form));
  };
  return html`<form class="site" @submit=${onSubmit}>
    <div class="field">
      <label for="site-address">${words.address}</label>
      <input id="site-address" type="text" inputmode="url" dir="ltr" required maxlength=${ADDRESS_MAX} autocomplete="url" aria-describedby="site-hint" />
      <p class="hint" id="site-hint">${words.addressHint}</p>
    </div>
    <div class="field">
      <label for="site-hours">${words.everyHours}</label>
      <input id="site-hours" class="hours" type="number" min="1" max=${HOURS_MAX} aria-describedby="site-hours-hint" />
      <p class="hint" id="site-hours-hint">${words.everyHoursHint}</p>
    </div>
    <p class="actions">
      <button type="submit" class="primary">${words.readSite}</button>
      <button type="button" @click=${close}>${words.discard}</button>
    </p>
  </form>`;
}

/** The hours of a form; null if the field is empty. */
export function hoursIn(form: HTMLFormElement): number | null {
  const { valueAsNumber } = form.querySelector<HTMLInputElement>('.hours')!;
  return Number.isNaN(valueAsNumber) ? null : valueAsNumber;
}
