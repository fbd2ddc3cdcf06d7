import type { Turn } from '../answerers/answerer.ts';
import { bestOfEach, relatedPassages, relevantPassages, textsToCompare } from '../answerers/documents.ts';
import { type Topics, topicsIn, topicsOf } from '../answerers/topics.ts';
import type { FoundPassage, PassageStore } from '../knowledge/index/passage-store.ts';
import { TOTAL } from '../knowledge/index/passage-terms.ts';
import { languagesOf } from '../knowledge/language/language.ts';
import { fuse, rankedPassages } from '../knowledge/search/ranked-passages.ts';
import { excerptTokens } from './prompt.ts';

export interface Context {
  /** The most relevant first. */
  passages: FoundPassage[];
  /** Ids of the passages that answer the question. */
  answering: ReadonlySet<number>;
  /** Whether the agent has documents at all. */
  hasDocuments: boolean;
  /** Whether the passages are all that the documents say. */
  isWhole: boolean;
  /** Whether no passage was found, though the search did not depend on the visitor's own words. */
  isKnownMissing: boolean;
}

export interface ContextQuestion {
  agentId: string;
  turns: readonly Turn[];
  topics: Topics;
  /** Estimated tokens of passages that the prompt has room for. */
  tokens: number;
  /**
   * Search words in some languages for a question whose own words find nothing, or that is in another language than the
   * documents.
   */
  rewrite?: ((languages: readonly string[]) => Promise<string>) | undefined;
  /** For each text, the passages nearest to it in meaning. */
  nearest?: ((texts: readonly string[]) => Promise<FoundPassage[][]>) | undefined;
}

/** Earlier questions whose passages stay in the prompt, because a follow-up may leave their topic unsaid. */
const EARLIER_QUESTIONS = 3;
/** Languages of the documents that search words are asked for. */
const LANGUAGES_MAX = 3;
/** No passage takes fewer tokens in the prompt. */
const PASSAGE_TOKENS_MIN = 20;

/**
 * Finds passages for the prompt. More than are quoted without a model, because a model recognizes which of them fit, also in
 * other words than the visitor's: all of the documents if they fit the budget, or else those with words of the question
 * or of the questions before it.
 */
export async function contextPassages(store: PassageStore, question: ContextQuestion): Promise<Context> {
  const { agentId, turns, topics, tokens } = question;
  const { hits } = await bestOfEach(store, agentId, turns, topics.synonyms);
  const best = hits.map(({ passage }) => passage);
  const answers = unique([...(await relevantPassages(store, agentId, topics)), ...best]);
  const total = (await store.frequencies(agentId, [TOTAL])).get(TOTAL) ?? 0;
  const whole = await wholeDocuments(store, agentId, total, tokens);
  const own = await rankedPassages(store, agentId, topics);
  const isPartial = total > 0 && whole.length === 0;
  const near =
    isPartial && !topics.asksNothing ? ((await question.nearest?.(textsToCompare(turns))) ?? []) : [];
  const rewritten = isPartial && near.length === 0 ? await rewrittenRanking(store, question, own) : undefined;
  const rankings = [
    ...near,
    answers,
    await relatedPassages(store, agentId, topics),
    own,
    rewritten ?? [],
    ...(await conversationRankings(store, agentId, turns, topics)),
  ];
  // The best of each ranking has its place, whatever the others are full of.
  const found = unique([...rankings.flatMap(ranking => ranking.slice(0, 1)), ...fuse(rankings)]);
  return {
    passages: unique([...answers, ...found, ...whole]),
    answering: new Set(answers.map(({ id }) => id)),
    hasDocuments: total > 0,
    isWhole: whole.length > 0,
    isKnownMissing: rewritten !== undefined && found.length === 0,
  };
}

/** Undefined where the model was not asked for search words, or gave none. */
async function rewrittenRanking(
  store: PassageStore,
  { agentId, topics, rewrite }: ContextQuestion,
  own: readonly FoundPassage[],
): Promise<FoundPassage[] | undefined> {
  if (!rewrite || topics.asksNothing) return undefined;
  const languages = await documentLanguages(store, agentId);
  const isForeign = topics.languages.length > 0 && !topics.languages.some(one => languages.includes(one));
  if (own.length > 0 && (!isForeign || languages.length === 0)) return undefined;
  const words = topicsIn(await rewrite(languages));
  return words.length === 0
    ? undefined
    : await rankedPassages(store, agentId, { own: words, languages, synonyms: topics.synonyms });
}

/** The languages of an agent's documents, the most frequent first. */
async function documentLanguages(store: PassageStore, agentId: string): Promise<string[]> {
  const samples = await store.sample(agentId);
  const counts = Map.groupBy(
    samples.flatMap(text => languagesOf(text).slice(0, 1)),
    language => language,
  );
  return [...counts]
    .filter(([, { length }]) => length >= samples.length / LANGUAGES_MAX / 2)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, LANGUAGES_MAX)
    .map(([language]) => language);
}

/** Passages for the question with the words it leaves out, and for each of the questions before. */
async function conversationRankings(
  store: PassageStore,
  agentId: string,
  turns: readonly Turn[],
  topics: Topics,
): Promise<FoundPassage[][]> {
  const rankings: FoundPassage[][] = [];
  if (topics.followsUp) rankings.push(await rankedPassages(store, agentId, topics, topics.carried));
  for (const earlier of earlierTopics(turns, topics.synonyms))
    rankings.push(await rankedPassages(store, agentId, earlier));
  return rankings;
}

/** What the last questions before the current one are about, newest first. */
function earlierTopics(turns: readonly Turn[], synonyms: readonly string[]): Topics[] {
  return turns
    .map(({ role }, i) => ({ role, i }))
    .filter(({ role, i }) => role === 'user' && i < turns.length - 1)
    .map(({ i }) => topicsOf(turns.slice(0, i + 1), synonyms))
    .filter(({ own }) => own.length > 0)
    .slice(-EARLIER_QUESTIONS)
    .reverse();
}

/** All passages in the order of their documents; none if they do not fit. */
async function wholeDocuments(
  store: PassageStore,
  agentId: string,
  total: number,
  tokens: number,
): Promise<FoundPassage[]> {
  const most = Math.floor(tokens / PASSAGE_TOKENS_MIN);
  if (total === 0 || total > most) return [];
  const all = await store.first(agentId, most);
  const needed = all.reduce((sum, passage) => sum + excerptTokens(passage), 0);
  return needed <= tokens ? all : [];
}

function unique(passages: readonly FoundPassage[]): FoundPassage[] {
  return [...new Map(passages.map(passage => [passage.id, passage])).values()];
}
