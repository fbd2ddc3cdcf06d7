/** Longest link label, link target and tag that are waited for, in UTF-16 units; beyond, it is text. */
const MAX_LABEL = 1000;
const MAX_TARGET = 4000;
/** Emphasis open at once that is closed for the time being. */
const MAX_OPEN = 16;

const PUNCTUATION = /[\p{P}\p{S}]/u;
const ADDRESS = /(?:^|[\s*_~(])((?:https?:\/\/|www\.|[\w.+-]+@)[^\s<]*|htt|http|https|https?:\/?|www)$/i;

interface Opener {
  marker: string;
  start: number;
  end: number;
}

/**
 * Cuts inline text before syntax whose meaning is still open (a link or image that is not whole, an address that
 * may go on, a lone marker at the end) and closes emphasis, strikethrough and code that are still open.
 */
export function completeInline(text: string): string {
  const openers: Opener[] = [];
  let cut = text.length;
  let at = 0;
  /** Where the plain text at the end begins, after links, code and tags. */
  let plain = 0;
  while (at < cut) {
    const char = text[at]!;
    let next = at + 1;
    if (char === '\\') {
      next = at + 2;
      if (next > text.length) cut = at;
    } else if (char === '`') {
      const run = runLength(text, at);
      const end = findRun(text, at + run, run);
      if (end < 0) {
        openers.push({ marker: '`'.repeat(run), start: at, end: at + run });
        cut = withoutTrailing(text, '`');
        break;
      }
      next = end;
    } else if (char === '[' || (char === '!' && (at + 1 === text.length || text[at + 1] === '['))) {
      const end = char === '!' && at + 1 === text.length ? -1 : linkEnd(text, char === '!' ? at + 1 : at);
      if (end < 0) cut = at;
      else next = end;
    } else if (char === '<') {
      const tag = /^<[^<>]*>/.exec(text.slice(at, at + MAX_LABEL));
      if (tag) next = at + tag[0].length;
      else if (/^<(?:[A-Za-z/!?][^<>]*)?$/.test(text.slice(at, at + MAX_LABEL))) cut = at;
    } else if (char === '&') {
      if (/^&#?\w{0,31}$/.test(text.slice(at, at + 35))) cut = at;
    } else if (char === '*' || char === '_' || char === '~') {
      const run = runLength(text, at);
      next = at + run;
      if (next === text.length) cut = at;
      else match(text, at, run, openers);
    }
    if (next > at + 1 && /[`[!<]/.test(char)) plain = next;
    at = next;
  }
  return close(text, cutAddress(text, plain, cut), openers);
}

/** Pairs a run of markers with what is open, or opens it, after CommonMark's rules of flanking. */
function match(text: string, at: number, run: number, openers: Opener[]): void {
  const char = text[at]!;
  const before = text[at - 1] ?? ' ';
  const after = text[at + run] ?? ' ';
  const left =
    after.trim() !== '' && (!isPunctuation(after) || before.trim() === '' || isPunctuation(before));
  const right =
    before.trim() !== '' && (!isPunctuation(before) || after.trim() === '' || isPunctuation(after));
  const word = char === '_';
  let rest = run;
  if (right && (!word || !left || isPunctuation(after))) {
    let index = openers.findLastIndex(opener => opener.marker[0] === char);
    while (rest > 0 && index >= 0) {
      const opener = openers[index]!;
      openers.length = index + 1;
      const used = Math.min(rest, opener.marker.length);
      rest -= used;
      opener.marker = opener.marker.slice(used);
      if (opener.marker === '') openers.pop();
      index = openers.findLastIndex(open => open.marker[0] === char);
    }
  }
  if (rest > 0 && left && (!word || !right || isPunctuation(before)) && (char !== '~' || run < 3)) {
    openers.push({ marker: char.repeat(rest), start: at, end: at + run });
  }
}

function close(text: string, cut: number, openers: Opener[]): string {
  let end = cut;
  for (let open = openers.length; open > 0; open--) {
    const opener = openers[open - 1]!;
    end = text.slice(0, end).trimEnd().length;
    if (opener.end >= end) {
      // Nothing to emphasise yet.
      end = Math.min(end, opener.start);
      openers.length = open - 1;
    } else break;
  }
  const closers = openers
    .slice(0, MAX_OPEN)
    .filter(opener => opener.end < end)
    .reverse()
    .map(opener => opener.marker)
    .join('');
  return text.slice(0, end).trimEnd() + closers;
}

/** An address at the very end may go on; it is shown when something else follows. */
function cutAddress(text: string, plain: number, cut: number): number {
  const tail = text.slice(Math.max(plain, cut - MAX_TARGET), cut);
  const address = ADDRESS.exec(tail);
  return address ? cut - address[1]!.length : cut;
}

/** Where a link or image whose label starts at `open` ends; the next character when it is none; -1 when unknown. */
function linkEnd(text: string, open: number): number {
  const labelEnd = closing(text, open, '[', ']', MAX_LABEL);
  if (labelEnd === undefined) return text.length - open > MAX_LABEL ? open + 1 : -1;
  const next = text[labelEnd];
  if (next === undefined) return -1;
  if (next !== '(' && next !== '[') return open + 1;
  const [opening, ending] = next === '(' ? '()' : '[]';
  const end = closing(text, labelEnd, opening!, ending!, MAX_TARGET);
  if (end !== undefined) return end;
  return text.length - labelEnd > MAX_TARGET ? open + 1 : -1;
}

/** Just after the bracket that closes the one at `start`. */
function closing(
  text: string,
  start: number,
  open: string,
  close: string,
  limit: number,
): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length && at - start <= limit; at++) {
    const char = text[at]!;
    if (char === '\\') at++;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return at + 1;
  }
  return undefined;
}

function findRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at >= 0; ) {
    const run = runLength(text, at);
    if (run === length && at + run < text.length) return at + run;
    if (run === length) return at + run;
    at = text.indexOf('`', at + run);
  }
  return -1;
}

function runLength(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

function withoutTrailing(text: string, char: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return end;
}

function isPunctuation(char: string): boolean {
  return PUNCTUATION.test(char);
}
