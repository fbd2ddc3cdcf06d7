import { wordGroup } from '../../../protocol/text.ts';
import { termOf, wordsInOrder } from '../language/terms.ts';

/** A synonym as its words: a phrase has several. */
export type Phrase = readonly string[];

/**
 * For each word of a question that is in a group of the setting `synonyms`, the group's other words and phrases. Each word
 * of a phrase that the question contains has them. Members that the question contains itself are left out.
 * @param groups words and phrases with commas between them
 * @param words the words of the question, in order
 * @param languages those that words are compared in, by their stems
 */
export function synonymsOf(
  groups: readonly string[],
  words: readonly string[],
  languages: readonly (string | undefined)[],
): Map<string, Phrase[]> {
  const asked = words.map(word => stemsOf(word, languages));
  const found = new Map<string, Phrase[]>();
  for (const group of groups) {
    const members = wordGroup(group)
      .map(wordsInOrder)
      .filter(({ length }) => length > 0);
    const places = members.map(member => placesOf(member, asked, languages));
    const others = members.filter((_, i) => places[i]!.length === 0);
    if (others.length === 0) continue;
    for (const place of places.flat())
      found.set(words[place]!, [...(found.get(words[place]!) ?? []), ...others]);
  }
  return found;
}

/** Where in a question the words of a phrase are, one after the other. */
function placesOf(
  phrase: Phrase,
  asked: readonly ReadonlySet<string>[],
  languages: readonly (string | undefined)[],
): number[] {
  const stems = phrase.map(word => stemsOf(word, languages));
  return asked.flatMap((_, start) =>
    stems.every((one, i) => [...one].some(stem => asked[start + i]?.has(stem)))
      ? stems.map((_, i) => start + i)
      : [],
  );
}

function stemsOf(word: string, languages: readonly (string | undefined)[]): Set<string> {
  // A single letter has no term, and is itself in a phrase.
  return new Set(languages.map(language => termOf(word, language) || word));
}
