/** The three headers of section 8 that every chat response carries. */
export interface RateLimit {
  /** Requests a minute for the key. */
  limit: number;
  /** Requests left in the current 60-second window. */
  remaining: number;
  /** Unix time in seconds at which the window resets. */
  reset: number;
}

export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

interface ReadableHeaders {
  get(name: string): string | null;
}
interface WritableHeaders {
  set(name: string, value: string): void;
}

export function writeRateLimit(headers: WritableHeaders, { limit, remaining, reset }: RateLimit): void {
  const values = [limit, remaining, reset];
  RATE_LIMIT_HEADERS.forEach((name, i) => {
    headers.set(name, String(values[i]));
  });
}

export function readRateLimit(headers: ReadableHeaders): RateLimit | undefined {
  const [limit, remaining, reset] = RATE_LIMIT_HEADERS.map((name, i) =>
    wholeNumber(headers.get(name), i < 2 ? Math.min : Math.max),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset };
}

/** Requests left in this window, by an answer that may lack the other two headers; never less than none. */
export function readRemaining(headers: ReadableHeaders): number | undefined {
  const text = headers.get(RATE_LIMIT_HEADERS[1]) ?? '';
  return wholeNumber(text.replace(/(?<=^|[\s,])-\d+/g, '0'), Math.min);
}

/** No wait until a time of day is longer than this, where only the clock here tells how long: it may be wrong. */
const LONGEST_BY_CLOCK_MS = 5 * 60_000;
/** Nor any other than this: a limit asks for days at most, a fault for anything. */
const LONGEST_MS = 7 * 86_400_000;
const EPOCH_MILLISECONDS = 1e11;

/**
 * Milliseconds to wait after a refusal: `Retry-After` (seconds or an HTTP date) first, else the time until
 * `X-RateLimit-Reset` (seconds; milliseconds are understood). Compared with the answer's own `Date` where it
 * has one, so a wrong clock here does no harm. Undefined when no header says; never negative else.
 */
export function waitAfterRefusal(headers: ReadableHeaders, now: number = Date.now()): number | undefined {
  const reset = wholeNumber(headers.get('X-RateLimit-Reset'));
  const untilReset = reset && (reset > EPOCH_MILLISECONDS ? reset : reset * 1000) - (clockOf(headers) ?? now);
  return waitAfterFailure(headers, now) ?? bounded(untilReset, LONGEST_BY_CLOCK_MS);
}

/** The same after a failure of the service, of which the reset of its limit says nothing: by `Retry-After` alone. */
export function waitAfterFailure(headers: ReadableHeaders, now: number = Date.now()): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  const seconds = wholeNumber(text);
  if (seconds !== undefined) return bounded(seconds * 1000, LONGEST_MS);
  // Date.parse takes a bare number for a year: an HTTP date has a weekday.
  const date = /^\s*[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const clock = clockOf(headers);
  if (Number.isNaN(date)) return undefined;
  return clock ? bounded(date - clock, LONGEST_MS) : bounded(date - now, LONGEST_BY_CLOCK_MS);
}

/** The time at the service, by its own word. */
function clockOf(headers: ReadableHeaders): number | undefined {
  return Date.parse(headers.get('Date') ?? '') || undefined;
}

function bounded(wait: number | undefined, longest: number): number | undefined {
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), longest);
}

/** A header that came twice, from a gateway and from the service, is joined ("5, 3"): the stricter one counts. */
function wholeNumber(text: string | null, stricter = Math.max): number | undefined {
  return text !== null && /^\s*\d+\s*(,\s*\d+\s*)*$/.test(text)
    ? stricter(...text.split(',').map(Number))
    : undefined;
}
