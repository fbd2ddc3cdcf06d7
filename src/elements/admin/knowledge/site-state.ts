import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  HOURS_MAX,
  type KnowledgeSource,
  type SiteChange,
  type SiteReading,
} from '../../../protocol/sources.ts';
import { icon } from '../icons.ts';
import { hoursIn } from './site-form.ts';

export interface SiteStateOptions {
  strings: AdminStrings;
  locale: string;
  changeSite(source: KnowledgeSource, change: Omit<SiteChange, 'address'>): void;
}

/** A website that only `ingest` has read. */
const UNPLANNED: SiteReading = {
  ...{ state: 'idle', found: 0, done: 0, skipped: 0, secondsLeft: null },
  ...{ everyHours: null, nextAt: null, fault: null },
};

/** How far a website is read, and when it is read again. */
export function renderSiteState(source: KnowledgeSource, options: SiteStateOptions): TemplateResult {
  const { strings, locale, changeSite } = options;
  const { knowledge: words, saving } = strings;
  const { name, reading = UNPLANNED } = source;
  const { state, everyHours, fault } = reading;
  const number = new Intl.NumberFormat(locale);
  const isBusy = state === 'reading' || state === 'waiting';
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    changeSite(source, { everyHours: hoursIn(event.target as HTMLFormElement) });
  };
  const button = (label: string, change: Omit<SiteChange, 'address'>): TemplateResult =>
    html`<button type="button" class="small" aria-label="${label}: ${name}" @click=${() => changeSite(source, change)}>${label}</button>`;
  return html`<div class="site-state">
    <p class="about">
      ${renderProgress(source, reading, options)}
      ${reading.skipped > 0 ? html`<span>${words.skippedCount(number.format(reading.skipped))}</span>` : nothing}
    </p>
    ${fault && !isBusy ? html`<p class="fault">${icon('alert')} <span>${words.skipped[fault]}</span></p>` : nothing}
    <div class="confirm">
      ${state === 'idle' ? button(words.readAgain, { readNow: true }) : nothing}
      ${state === 'paused' ? button(words.resume, { isPaused: false }) : nothing}
      ${isBusy || (state === 'idle' && everyHours !== null) ? button(words.pause, { isPaused: true }) : nothing}
      <form class="line" @submit=${onSubmit}>
        <label>${words.everyHours} <input class="hours" type="number" min="1" max=${HOURS_MAX} .value=${String(everyHours ?? '')} /></label>
        <button type="submit" class="small" aria-label="${saving.save}: ${words.everyHours}">${saving.save}</button>
      </form>
    </div>
  </div>`;
}

function renderProgress(
  { name }: KnowledgeSource,
  { state, found, done, secondsLeft, nextAt }: SiteReading,
  { strings, locale }: SiteStateOptions,
): unknown {
  const { knowledge: words } = strings;
  if (state === 'paused') return html`<span>${words.paused}</span>`;
  if (state === 'reading' && found === 0) return html`<span>${words.findingPages}</span>`;
  if (state === 'reading') {
    const number = new Intl.NumberFormat(locale);
    return html`<progress max=${found} .value=${done} aria-label=${name}></progress>
      <span>${words.progress(number.format(done), number.format(found))}</span>
      ${secondsLeft === null ? nothing : html`<span>${words.timeLeft(durationOf(secondsLeft, locale))}</span>`}`;
  }
  const waiting = state === 'waiting' ? html`<span>${words.waiting}</span>` : nothing;
  if (nextAt === null) return waiting;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return html`${waiting}<span>${words.nextAt(format.format(new Date(nextAt * 1000)))}</span>`;
}

function durationOf(seconds: number, locale: string): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    Number(value),
  );
}
