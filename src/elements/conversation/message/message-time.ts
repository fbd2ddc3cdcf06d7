const DAY = 86_400;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3600],
  ['minute', 60],
];

/** Caches the format of the last language: creating one takes far longer than using it. */
class Kept<F> {
  readonly #make: (locale: string) => F;
  #last: { locale: string; format: F } | undefined;

  constructor(make: (locale: string) => F) {
    this.#make = make;
  }

  of(locale: string): F {
    if (this.#last?.locale !== locale) this.#last = { locale, format: this.#make(locale) };
    return this.#last.format;
  }
}

const ago = new Kept(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
const moment = new Kept(
  locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/**
 * Relative time in the language's words: "3 minutes ago", "yesterday".
 * @param justNow said in the first minute, because `Intl` has a stiff "now" in several languages
 */
export function relativeTime(at: number, locale: string, justNow: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - at) / 1000);
  const format = ago.of(locale);
  // Days are calendar days: "yesterday" ends at midnight.
  if (seconds >= DAY) return format.format(Math.round((midnight(at) - midnight(now)) / DAY / 1000), 'day');
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return justNow;
}

/** "today" and "yesterday", or the month, in the language's words. */
export function dayOrMonth(at: number, locale: string, now: number = Date.now()): string {
  const days = Math.round((midnight(at) - midnight(now)) / DAY / 1000);
  return days >= -1
    ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.min(0, days), 'day')
    : new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(at);
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** Date and time in the language's format. */
export function exactTime(at: number, locale: string): string {
  return moment.of(locale).format(at);
}
