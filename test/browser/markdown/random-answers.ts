import { randomFrom } from '../../fakes/random.ts';

const split = (words: string): readonly string[] => words.split('|');

/** What answers of several languages say, and the punctuation they have around their words. */
const LANGUAGES = [
  'We are open|until 6 p.m.|(on weekdays)|3.5 km|it’s “free”|50% off!|AT&T|R & D|2 * 3|C#|#1|$5|e.g. this|–',
  'Öffnungszeiten|Straße 5|z. B.|„Zitat“|Mo.–Fr.|1. Mai|2024|-5 °C|+49 30 123',
  'Bonjour\u00a0!|« oui »|l’été\u202f!|n° 5|Horaires :',
  'שלום|אנחנו פתוחים|(בימי חול)|\u200f12:00|مرحبا،|ملاحظة:|١. |؟',
  '你好，|营业时间：|（工作日）|「引用」|“重要”|！|\u3000|平日は9時です。|・|〜|한국어|हिन्दी|ก่อน',
  '😀|👨‍👩‍👧|🇩🇪|e\u0301|\u200b|\ufeff|\u00ad|\u2028|\u0085|\v|\x01|\ud83d|\ude00|\ud840',
].map(split);

const MARKS = ['**', '**', '*', '`'];
const LINKS = split(
  '[here](https://shop.example/a?b=c&d#e)|[us](/contact)|[top](#top)|[up](../x)|[port](http://a.example:8080/)|[none](http://a:99999/)|[puny](https://xn--bcher-kva.example/)|[hidden](https://%78n--bcher-kva.example/)|[cyrillic](http://%D0%B0.example/)|[percent](/100%25%)|[brackets](/a_(b))|[entity](/a&amp;b)|[user](https://u:p@a.example/)|[file](ftp://a.example/)|[call](tel:110)|[title](/x "t")|[](/x)|[ ](/x)|[a]()|[two\nlines](/x)|[www.a.example](https://b.example)|![image](/a.png)|[open](/x|[open',
);
const STARTS = split('- |* |1. |2. |2024. |3.5|1)|## |> |  - |    |\t|- [ ] |***|--|-\n|`|!|[');
const ENDS = split('\n|\n\n|\n \n| \n|  \n|  \n\n|\\\n|\r\n|\r|\n\n\n| #\n|\u00a0\n');
const ODD = split('**|*|`|``|***|_|~|[|]|](|(|&|&amp;|&#65|\\|<b>|@|://|www.|http://a.b|#|!|  |\t|||');

/** An answer as models write them; one of four is as it should be, in the others more and more goes wrong. */
export function randomAnswer(seed: number): string {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const goesWrong = (): boolean => random() < [0, 0.01, 0.05, 0.2][seed % 4]!;
  const language = pick(LANGUAGES);

  function phrase(): string {
    if (goesWrong()) return pick(pick([ODD, LINKS, ...LANGUAGES]));
    const kind = random();
    if (kind < 0.08) return pick(LINKS.slice(0, 5));
    const mark = kind < 0.3 ? pick(MARKS) : '';
    return `${mark}${pick(language)}${mark && pick(['', ':', ` ${pick(language)}`])}${mark}`;
  }
  function line(): string {
    let text = phrase();
    for (let words = random() * 4; words > 1; words--) text += (goesWrong() ? '' : ' ') + phrase();
    return text;
  }
  function list(): string {
    const marker = pick(['- ', '* ', '1. ']);
    const gap = pick(['\n', '\n', '\n\n']);
    let text = '';
    for (let item = 1; item <= 3; item++)
      text += `${goesWrong() ? pick(STARTS) : marker.replace('1', `${item}`)}${line()}${goesWrong() ? pick(ENDS) : gap}`;
    return text.trimEnd();
  }
  function block(): string {
    const kind = random();
    if (kind < 0.4) return list();
    if (kind < 0.55) return `${pick(['#', '##', '###'])} ${line()}`;
    return (goesWrong() ? pick(STARTS) : '') + line() + (random() < 0.3 ? `\n${line()}` : '');
  }

  let text = block();
  for (let blocks = random() * 4; blocks > 1; blocks--)
    text += (goesWrong() ? pick(ENDS) : pick(['\n\n', '\n\n', '\n'])) + block();
  return text + (random() < 0.2 ? pick(ENDS) : '');
}
