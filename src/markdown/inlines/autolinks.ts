/** A link without brackets. */
export interface Autolink {
  text: string;
  href: string;
}

/** Up to white space or CJK punctuation: Chinese and Japanese put no space after a URL. */
const WEB = /(?:https?:\/\/|www\.)([^\s<\u3000-\u303f\uff01-\uff60]*)/iy;
const DOMAIN = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/u;
const MAIL = /@[A-Za-z\d_-]+(?:\.[A-Za-z\d_-]+)+/y;
/** The longest character reference that is looked for at the end of a URL. */
const MAX_REFERENCE = 34;
const LOCAL = /[\w.+-]/;

/**
 * GFM's extended URL or www autolink that starts at `at`.
 * @param insideBrackets true where `]` may end the text of another link
 */
export function readWebAddress(text: string, at: number, insideBrackets: boolean): Autolink | undefined {
  WEB.lastIndex = at;
  const found = WEB.exec(text);
  const domain = found && DOMAIN.exec(found[1]!)?.[0].split('.');
  if (!domain || domain.slice(-2).some(part => part.includes('_'))) return undefined;
  const isBare = /^w/i.test(found[0]);
  const whole = withoutTrailingPunctuation(insideBrackets ? found[0].split(']', 1)[0]! : found[0]);
  return { text: whole, href: isBare ? `http://${whole}` : whole };
}

/** GFM's extended email autolink whose `@` is at `at`; `shown` is the rendered text in front of it. */
export function readMailAddress(
  text: string,
  at: number,
  shown: string,
): { address: Autolink; start: number } | undefined {
  MAIL.lastIndex = at;
  const domain = MAIL.exec(text)?.[0];
  let start = at;
  while (start > 0 && LOCAL.test(text[start - 1]!)) start--;
  const name = text.slice(start, at);
  // A backslash or other syntax may have given these characters another meaning.
  const isShown = name !== '' && shown.endsWith(name) && text[start - 1] !== '\\';
  if (!domain || /[-_]$/.test(domain) || !isShown) return undefined;
  return { address: { text: name + domain, href: `mailto:${name}${domain}` }, start };
}

/** Trailing punctuation belongs to the sentence, as do parentheses that the URL does not open. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length;
  let open = 0;
  for (const char of address) open += char === '(' ? 1 : char === ')' ? -1 : 0;
  for (;;) {
    const char = address[end - 1]!;
    if (/[?!.,:*_~'"]/.test(char)) end--;
    else if (char === ')' && open < 0) {
      open++;
      end--;
    } else if (char === ';') {
      const from = Math.max(0, end - MAX_REFERENCE);
      const reference = address.slice(from, end - 1).search(/&[A-Za-z\d]+$/);
      end = reference < 0 ? end - 1 : from + reference;
    } else return address.slice(0, end);
  }
}
