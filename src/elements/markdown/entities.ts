/**
 * Names of HTML 4 and a few newer ones. A full table of 2,125 names would weigh more than all the rest of the
 * markdown, and letting the browser decode means handing it HTML, which strict pages forbid.
 */
const LATIN_FROM_160 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times ' +
  'Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave ' +
  'eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave ' +
  'uacute ucirc uuml yacute thorn yuml';
const GREEK_FROM_913 =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon ' +
  'Phi Chi Psi Omega';
const OTHERS =
  'quot"amp&lt<gt>apos\'OElig\u0152oelig\u0153Scaron\u0160scaron\u0161Yuml\u0178fnof\u0192circ\u02c6tilde\u02dc' +
  'ensp\u2002emsp\u2003thinsp\u2009zwnj\u200czwj\u200dndash–mdash—lsquo‘rsquo’sbquo‚ldquo“rdquo”bdquo„dagger†Dagger‡' +
  'bull•hellip…permil‰prime′Prime″lsaquo‹rsaquo›euro€trade™larr←uarr↑rarr→darr↓harr↔lArr⇐rArr⇒hArr⇔forall∀part∂' +
  'exist∃empty∅nabla∇isin∈notin∉sum∑prod∏minus−radic√infin∞cap∩cup∪int∫there4∴sim∼cong≅asymp≈ne≠equiv≡le≤ge≥' +
  'sub⊂sup⊃oplus⊕perp⊥loz◊spades♠clubs♣hearts♥diams♦check✓star☆';

let table: Map<string, string> | undefined;

/** `text` with character references (`&amp;`, `&#38;`, `&#x26;`) replaced by their characters. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]*));/g,
    (whole, decimal, hex, name) => {
      if (name) return names().get(name) ?? whole;
      return character(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

function character(code: number): string {
  const bad = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return bad ? '\ufffd' : String.fromCodePoint(code);
}

function names(): Map<string, string> {
  if (table) return table;
  table = new Map();
  for (const [index, name] of LATIN_FROM_160.split(' ').entries()) table.set(name, character(160 + index));
  for (const [index, name] of GREEK_FROM_913.split(' ').entries()) {
    table.set(name, character(913 + index));
    table.set(name.toLowerCase(), character(945 + index));
  }
  for (const [, name, value] of OTHERS.matchAll(/(\w+)(\W)/gu)) table.set(name!, value!);
  return table;
}
