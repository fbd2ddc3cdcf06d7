import { stem } from './stem.ts';

/** Words people ask with and documents answer with, where both mean the same to a site's visitor. */
const GROUPS = `
accessible accessibility blind disabled
answer reply response
attach attachment upload
afraid scared fear
backup backups
bill invoice receipt
broken fails failure error problem
change edit customize adjust configure modify
chat chatbot widget bot
car vehicle
child children kid
collect gather capture lead
colour theme look style styling design appearance
connection network internet line offline
cost price fee charge
delete remove erase deletion erasure
deliver delivery shipping ship
documents docs knowledge
drop lose lost cut interrupted
email mail
fast quick speed performance
hours times
hurt pain painful
install embed integrate put add
limit restrict cap throttle
make create new generate
model llm
parcel package
personal private privacy gdpr
phone mobile
phone telephone
safe secure security
server instance process
several multiple
site website page
store save keep
tooth teeth
translate translation language
update upgrade
user visitor customer
`;

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
    noun: /^(?:و?ب?ال|و?لل|و(?=.{4}))?(\p{Script=Arabic}{3,})$/u,
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
    const nouns = new Set([term, bare].flatMap(one => withEndings(one, after, afters)));
    return [...new Set([...nouns].flatMap(one => before.map(prefix => prefix + one)))].filter(
      other => other !== term,
    );
  }
  return [...(ALTERNATIVES.get(term) ?? [])].filter(other => other !== term);
}

function withEndings(noun: string, after: RegExp, afters: readonly string[]): string[] {
  const stem = noun.replace(after, '');
  return afters.map(ending => stem + ending);
}

function read(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const group = new Set(line.split(' ').map(stem));
    for (const term of group) all.set(term, new Set([...(all.get(term) ?? []), ...group]));
  }
  return all;
}
