import { stem } from './stem.ts';
import { SYNONYM_GROUPS } from './synonym-groups.ts';

const ALTERNATIVES: ReadonlyMap<string, ReadonlySet<string>> = read();

interface Grown {
  /** The noun without what it has grown together with; a "with" or "for" may as well be a letter of it. */
  noun: RegExp;
  before: readonly string[];
  /** Possessives, feminines and plurals, as the stemmer leaves them. */
  after: RegExp;
  afters: readonly string[];
}

/** Nouns grow together with the article and with "and", "in", "with", "for" before them. */
const GROWN: readonly Grown[] = [
  {
    noun: /^(?:و?ب?ال|و?لل|[وبل](?=.{4})|[اتني](?=.{3}$))?(\p{Script=Arabic}{3,})$/u,
    before: ['', 'ال', 'وال', 'بال', 'لل', 'وبال', 'ولل', 'و', 'ب', 'ل'],
    after: /(?<=.{3})(?:ات|ة|ا|ي)$/u,
    afters: ['', 'ا', 'ة', 'ات', 'ي'],
  },
  {
    noun: /^(?:[ושכ]?[הבלמ](?=.{3})|ו(?=.{3}))?(\p{Script=Hebrew}{3,})$/u,
    before: ['', 'ה', 'ו', 'ב', 'ל', 'מ', 'ש', 'וה', 'וב', 'ול', 'שה', 'מה', 'כש'],
    after: /(?<=.{3})(?:ים|ות|ת|ה|י)$/u,
    afters: ['', 'ה', 'ת', 'ות', 'ים', 'י'],
  },
];

/** Other terms that say the same; none for most. */
export function alternativesOf(term: string): readonly string[] {
  for (const { noun, before, after, afters } of GROWN) {
    const bare = noun.exec(term)?.[1];
    if (bare === undefined) continue;
    // Whether the first letter is one of the noun, nobody can tell.
    const nouns = new Set([term, bare].flatMap(same).flatMap(one => withEndings(one, after, afters)));
    return [...new Set([...nouns].flatMap(one => before.map(prefix => prefix + one)))].filter(
      other => other !== term,
    );
  }
  return same(term).filter(other => other !== term);
}

/** The term and what means the same. */
function same(term: string): string[] {
  return [...new Set([term, ...(ALTERNATIVES.get(term) ?? [])])];
}

function withEndings(noun: string, after: RegExp, afters: readonly string[]): string[] {
  const stem = noun.replace(after, '');
  return afters.map(ending => stem + ending);
}

function read(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const line of SYNONYM_GROUPS.trim().split(/\n+/)) {
    const [asked, said = asked] = line.split(' > ').map(words => words.split(' ').map(stem));
    for (const term of asked!) all.set(term, new Set([...(all.get(term) ?? []), ...said!]));
  }
  return all;
}
