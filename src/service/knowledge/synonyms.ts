import { stem } from './stem.ts';

/** Words people ask with and documents answer with, where both mean the same to a site's visitor. */
const GROUPS = `
accessible accessibility blind disabled
answer reply response
attach attachment upload
backup backups
broken fails failure error problem
change edit customize adjust configure modify
chat chatbot widget bot
collect gather capture lead
colour theme look style styling design appearance
connection network internet line offline
cost price fee charge
delete remove erase
documents docs knowledge
drop lose lost cut interrupted
email mail
fast quick speed performance
install embed integrate put add
limit restrict cap throttle
make create new generate
model llm
personal private privacy gdpr
phone mobile
safe secure security
server instance process
several multiple
site website page
store save keep
translate translation language
user visitor customer
`;

const ALTERNATIVES: ReadonlyMap<string, ReadonlySet<string>> = read();

/** Other terms that say the same; none for most. */
export function alternativesOf(term: string): readonly string[] {
  return [...(ALTERNATIVES.get(term) ?? [])].filter(other => other !== term);
}

function read(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const group = new Set(line.split(' ').map(stem));
    for (const term of group) all.set(term, new Set([...(all.get(term) ?? []), ...group]));
  }
  return all;
}
