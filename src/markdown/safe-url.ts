const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Marks that change the reading direction around them and can make one address look like another. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A URL that may be followed. */
export interface SafeLink {
  href: string;
  /** The host in ASCII (punycode); empty for the page's own origin, `mailto:` and `tel:`. */
  host: string;
  /** Whether the URL as written hides its host: by user info, other scripts or direction marks. */
  disguised: boolean;
}

/** Reads the destination of a link. Undefined unless its scheme is http, https, mailto or tel. */
export function safeLink(target: string): SafeLink | undefined {
  // Check the exact string that is used later: `trim` removes spaces that the URL parser treats as part of a URL.
  const written = encodeUrl(target);
  const url = parseUrl(written);
  if (!url || !LINK_SCHEMES.has(url.protocol)) return undefined;
  if (!url.protocol.startsWith('http')) return { href: written, host: '', disguised: false };
  const hasUser = url.username !== '' || url.password !== '';
  const disguised = hasUser || url.hostname.includes('xn--') || target.search(BIDI_MARKS) >= 0;
  if (hasUser) {
    url.username = '';
    url.password = '';
  }
  const foreign = url.origin !== location.origin;
  return {
    href: disguised ? url.href : written,
    host: foreign ? url.host : '',
    disguised: disguised && foreign,
  };
}

/**
 * Decides whether an image may load; everything that draws images asks here.
 * @param hosts the hosts it may come from, as in `image-hosts`.
 * @returns the URL to load, or undefined.
 */
export function allowedImageUrl(source: string, hosts: readonly string[]): string | undefined {
  const written = encodeUrl(source);
  const url = parseUrl(written);
  if (!url || !hosts.includes(url.host)) return undefined;
  const secure = url.protocol === 'https:' || url.protocol === location.protocol;
  return secure && url.protocol.startsWith('http') && url.username === '' ? written : undefined;
}

/** `text` without direction marks. */
export function withoutBidiMarks(text: string): string {
  return text.replace(BIDI_MARKS, '');
}

function parseUrl(target: string): URL | undefined {
  try {
    return new URL(target, document.baseURI);
  } catch {
    return undefined;
  }
}

/** Percent-encodes the characters that a URL may not contain, and leaves existing escapes. */
function encodeUrl(target: string): string {
  try {
    return encodeURI(target.trim())
      .replaceAll('%25', '%')
      .replace(/^(https?:\/\/)%5B([\da-fA-F:.]+)%5D/, '$1[$2]');
  } catch {
    return parseUrl(target)?.href ?? '';
  }
}
