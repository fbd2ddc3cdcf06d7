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

/** What an Arabic noun grows together with: the article, "and", "with", "for". */
const ARABIC_PREFIXES = ['', 'ال', 'وال', 'بال', 'لل', 'وبال', 'ولل', 'و', 'ب', 'ل'];
/** A "with" or "for" without the article may as well be a letter of the noun. */
const ARABIC = /^(?:و?ب?ال|و?لل|و(?=.{4}))?(\p{Script=Arabic}{3,})$/u;

/** Other terms that say the same; none for most. */
export function alternativesOf(term: string): readonly string[] {
  const noun = ARABIC.exec(term)?.[1];
  const forms = noun ? ARABIC_PREFIXES.map(prefix => prefix + noun) : (ALTERNATIVES.get(term) ?? []);
  return [...forms].filter(other => other !== term);
}

function read(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const group = new Set(line.split(' ').map(stem));
    for (const term of group) all.set(term, new Set([...(all.get(term) ?? []), ...group]));
  }
  return all;
}
