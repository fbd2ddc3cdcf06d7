/** The three headers of docs/interface.md section 8 that every chat response carries. */
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

/** Requests left in this window, read from a response that may lack the other two headers. Never negative. */
export function readRemaining(headers: ReadableHeaders): number | undefined {
  const text = headers.get(RATE_LIMIT_HEADERS[1]) ?? '';
  return wholeNumber(text.replace(/(?<=^|[\s,])-\d+/g, '0'), Math.min);
}

/** The longest wait until a point in time if only the local clock says how long that is: it may be wrong. */
const LONGEST_BY_CLOCK_MS = 5 * 60_000;
/** The longest wait of all: a real limit asks for days at most, a faulty server for anything. */
const LONGEST_MS = 7 * 86_400_000;
const EPOCH_MILLISECONDS = 1e11;

/**
 * Milliseconds to wait after a refusal: `Retry-After` (seconds or an HTTP date), else the time until
 * `X-RateLimit-Reset` (seconds; milliseconds are accepted). Measured from the response's own `Date` if it has one, so
 * that a wrong local clock does no harm. Undefined without such a header; never negative.
 */
export function waitAfterRefusal(headers: ReadableHeaders, now: number = Date.now()): number | undefined {
  const reset = wholeNumber(headers.get('X-RateLimit-Reset'));
  const untilReset = reset && (reset > EPOCH_MILLISECONDS ? reset : reset * 1000) - (clockOf(headers) ?? now);
  return waitAfterFailure(headers, now) ?? bounded(untilReset, LONGEST_BY_CLOCK_MS);
}

/** The same after a 5xx: by `Retry-After` alone, because the reset of a limit says nothing about a failure. */
export function waitAfterFailure(headers: ReadableHeaders, now: number = Date.now()): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  const seconds = wholeNumber(text);
  if (seconds !== undefined) return bounded(seconds * 1000, LONGEST_MS);
  // Date.parse reads a bare number as a year; an HTTP date begins with a weekday.
  const date = /^\s*[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const clock = clockOf(headers);
  if (Number.isNaN(date)) return undefined;
  return clock ? bounded(date - clock, LONGEST_MS) : bounded(date - now, LONGEST_BY_CLOCK_MS);
}

/** The time at the service, from its `Date` header. */
function clockOf(headers: ReadableHeaders): number | undefined {
  return Date.parse(headers.get('Date') ?? '') || undefined;
}

function bounded(wait: number | undefined, longest: number): number | undefined {
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), longest);
}

/** A header that a gateway and the service both set arrives joined ("5, 3"): the stricter value counts. */
function wholeNumber(text: string | null, stricter = Math.max): number | undefined {
  return text !== null && /^\s*\d+\s*(,\s*\d+\s*)*$/.test(text)
    ? stricter(...text.split(',').map(Number))
    : undefined;
}
