/**
 * Entity names of HTML 4, without mathematics. The table of all 2,125 names would be larger than the rest of the reader,
 * and decoding by the browser needs an HTML string, which pages with Trusted Types forbid.
 */
const SIGNS_FROM_160 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest';
/** The combining character that `&eacute;` and the like add to a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
};
const GREEK_FROM_913 =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon ' +
  'Phi Chi Psi Omega';
const OTHERS =
  'quot"amp&lt<gt>apos\'AEligÆaeligæETHÐethðOslashØoslashøTHORNÞthornþszligßtimes×divide÷OEligŒoeligœ' +
  'ensp\u2002emsp\u2003thinsp\u2009zwnj\u200czwj\u200dndash–mdash—lsquo‘rsquo’sbquo‚ldquo“rdquo”bdquo„' +
  'dagger†Dagger‡bull•hellip…permil‰prime′Prime″lsaquo‹rsaquo›euro€trade™larr←uarr↑rarr→darr↓harr↔rArr⇒hArr⇔' +
  'sum∑minus−radic√infin∞asymp≈ne≠equiv≡le≤ge≥check✓star☆';

let table: Map<string, string> | undefined;

/** A character reference: `&amp;`, `&#38;`, `&#x26;`. */
export const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]*));/y;
const ESCAPED = new RegExp(`\\\\([!-/:-@[-\`{-~])|${REFERENCE.source}`, 'g');

/** The character of a reference. Unknown names stay as written. */
export function characterOf([whole, decimal, hex, name]: readonly string[]): string {
  if (name) return names().get(name) ?? accented(name) ?? whole!;
  return character(decimal ? Number(decimal) : Number.parseInt(hex!, 16));
}

/** Resolves the backslash escapes and character references in `text`. */
export function unescapeText(text: string): string {
  return text.replace(ESCAPED, (whole, char, ...reference) => char ?? characterOf([whole, ...reference]));
}

function accented(name: string): string | undefined {
  const accent = ACCENTS[name.slice(1)];
  const letter = accent && (name[0] + accent).normalize();
  return letter?.length === 1 ? letter : undefined;
}

function character(code: number): string {
  const bad = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return bad ? '\ufffd' : String.fromCodePoint(code);
}

function names(): Map<string, string> {
  if (table) return table;
  table = new Map();
  for (const [index, name] of SIGNS_FROM_160.split(' ').entries()) table.set(name, character(160 + index));
  for (const [index, name] of GREEK_FROM_913.split(' ').entries()) {
    table.set(name, character(913 + index));
    table.set(name.toLowerCase(), character(945 + index));
  }
  for (const [, name, value] of OTHERS.matchAll(/([A-Za-z\d]+)([^A-Za-z\d])/gu)) table.set(name!, value!);
  return table;
}
