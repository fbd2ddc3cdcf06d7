/** Chrome's voices from afar fall silent, for good, some 15 seconds into one utterance: so much is said in less. */
const MOST = 200;
/** The same in scripts that have a syllable or a word in a letter. */
const MOST_SYLLABLES = 50;
const SYLLABLES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** A text in pieces of a sentence at most, long sentences in parts of it, without what can't be said. */
export function utterances(text: string, language: string): string[] {
  // Firefox before 125 has none, and can say any length.
  const segmenter = Intl.Segmenter && new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split('\n')
    .flatMap(line => (segmenter ? Array.from(segmenter.segment(line), ({ segment }) => segment) : line))
    .flatMap(parts)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part));
}

/** Up to a comma or the like, else a space, else anywhere. */
function parts(sentence: string): string[] {
  const most = SYLLABLES.test(sentence) ? MOST_SYLLABLES : MOST;
  if (sentence.length <= most) return [sentence];
  const piece = `[^]{1,${most}}`;
  return (
    sentence.match(new RegExp(`${piece}[,;:、，；：،](?=\\s|[^\\d])|${piece}(?:\\s|$)|${piece}`, 'gu')) ?? []
  );
}
