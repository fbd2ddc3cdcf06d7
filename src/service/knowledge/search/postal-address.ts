import { stem } from '../language/stem.ts';
import type { Concept } from './concepts.ts';

const ADDRESS =
  '(?:[Aa](?:ddress(?:es)?|dress(?:e|en)?|dres(?:sen|ses)?)|[Dd]irecci(?:ón|ones)|[Ii]ndirizz[oi]|[Ee]ndereços?)';
const ADDRESSES: ReadonlySet<string> = new Set(
  'address adresse dirección indirizzo endereço adres'.split(' ').map(stem),
);
/** Of mail, of a page, of a machine: "email address", "IP-Adressen", "adresse e-mail". */
const KINDS = '(?:[Ee]?-?[Mm]ails?|[Ii][Pp]|[Ww]eb|[Ii]nternet|MAC|URL)';
const OF_SOMETHING_ELSE = wordsLike(
  `${KINDS}[\\s-]?${ADDRESS}|${ADDRESS} (?:de )?(?:${KINDS}|correo|électroniques?)`,
);
/** "Our address", "Address: …", "the address is 3 Weir Street", or alone in its line or at the head of one of a table. */
const TOLD = [
  `(?:[Oo]ur|[Uu]nsere[rn]?|[Nn]otre|[Nn]uestra|[Nn]ostro|[Nn]osso|[Oo]ns|[Oo]nze)\\s+${ADDRESS}`,
  `(?=\\p{Lu})${ADDRESS}(?=[\\s*_]*[:：])`,
  `${ADDRESS}(?=\\s+(?:(?:is|ist|lautet|est|es|è|é)\\s+)?(?:\\d|\\p{Lu}[\\p{L}.-]*\\s+(?:\\p{Lu}[\\p{L}.-]*\\s+)?\\d))`,
  `(?<=^[\\s|*_-]*)${ADDRESS}(?=[\\s*_]*(?:\\||$))`,
].join('|');
/** Besides, words that lead to a place in a heading, "Visit us", and in a text mostly to none. */
const ANY_TOLD_FIRST = wordsLike(`(${TOLD})|${ADDRESS}|visits?|directions?(?! (?:to|from|for))`);
/** In the name of a business, which stands over all that it says. */
const STREETS = wordsLike('[Ss]treet|[Rr]oad|[Ll]ane|[Aa]venue');
const CODE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1|`[^`\n]*`/gm;

function wordsLike(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gmu');
}

/** Whether an address is all that is asked for: then it is where somebody is. */
export function asksForAddress(concepts: readonly Concept[]): boolean {
  const asked = concepts.filter(({ isLittle }) => !isLittle);
  const isAddress = ({ term, others }: Concept): boolean =>
    [term, ...others].some(word => ADDRESSES.has(word));
  return asked.length > 0 && asked.every(isAddress);
}

/** A title without what tells no place below it. */
export function withoutStreets(title: string): string {
  return withoutOtherAddresses(title.replace(STREETS, ' '));
}

/** A heading without the word for an address at which nobody is. */
export function withoutOtherAddresses(heading: string): string {
  return heading.replace(OF_SOMETHING_ELSE, ' ');
}

/** A text without code, and without the word for an address where it tells none: "enter a second address there". */
export function withToldAddresses(text: string): string {
  return withoutOtherAddresses(text.replace(CODE, ' ')).replace(
    ANY_TOLD_FIRST,
    (_, told: string | undefined) => told ?? ' ',
  );
}
