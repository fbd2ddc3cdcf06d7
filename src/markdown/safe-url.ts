const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Marks that turn the reading direction of the text around them, so that an address shows as another. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A link target that may be followed. */
export interface SafeLink {
  href: string;
  /** The host it leads to, in ASCII (punycode); empty for the page's own origin, mail and telephone. */
  host: string;
  /** True when the address as written hides where it leads: user info, other scripts, turned direction. */
  disguised: boolean;
}

/**
 * Reads the target of a link. `undefined` when following it could run code or leave http, https, mailto and tel.
 */
export function safeLink(target: string): SafeLink | undefined {
  // What is judged is what is written: `trim` takes spaces away that the browser takes for part of an address.
  const written = encodeTarget(target);
  const url = parse(written);
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

/** The address of an image that may be fetched, `undefined` for all others. */
export function allowedImage(source: string, hosts: readonly string[]): string | undefined {
  const written = encodeTarget(source);
  const url = parse(written);
  if (!url || !hosts.includes(url.host)) return undefined;
  const secure = url.protocol === 'https:' || url.protocol === location.protocol;
  return secure && url.protocol.startsWith('http') && url.username === '' ? written : undefined;
}

/** `text` without the marks that could make it read as something else. */
export function withoutBidiMarks(text: string): string {
  return text.replace(BIDI_MARKS, '');
}

function parse(target: string): URL | undefined {
  try {
    return new URL(target, document.baseURI);
  } catch {
    return undefined;
  }
}

/** Encodes what may not stand in an address and leaves what is encoded already. */
function encodeTarget(target: string): string {
  try {
    return encodeURI(target.trim())
      .replaceAll('%25', '%')
      .replace(/^(https?:\/\/)%5B([\da-fA-F:.]+)%5D/, '$1[$2]');
  } catch {
    return parse(target)?.href ?? '';
  }
}
