const SIMPLE = `## What to do next

Returning an order is **free** within *30 days*. Read [the policy](https://shop.example/returns) first, then run
\`inspect()\` on what you have and keep the receipt.

1. Print the label and put it **on the box**
2. Pack the item with everything that came with it
3. Bring it to [a shop](https://shop.example/shops) near you

`;
const SECTION = `${SIMPLE}| Country | Days | Cost |
| ------- | ---: | ---- |
| Norway  |   14 | free |
| Brazil  |   30 | 20 R |

\`\`\`js
const label = await print({ order: 42, size: 'A6' });
console.log(label.url);
\`\`\`

> Refunds take **five** working days after we have the item.

`;
const KINDS: Record<string, string> = {
  blocks: SECTION,
  simple: SIMPLE,
  code: 'const value = await call(argument, other); // and a note\n',
  table: '| some *text* | `code` and more | 42 |\n',
  list: '- An item with **bold** text, `code` and a few more words\n',
  paragraph: 'Some **bold** words, `code`, a [link](https://a.example/x) and *emphasis* in one paragraph. ',
};
/** What ends each unit of a kind once it is drawn, without marks. */
const LAST_WORDS: Record<string, string> = {
  blocks: 'we have the item.',
  simple: 'near you',
  code: '// and a note',
  table: 'and more',
  list: 'and a few more words',
  paragraph: 'in one paragraph.',
};
const SHORT = 'Thank you for your message.';
const HEADS: Record<string, string> = { code: '```js\n', table: '| a | b | c |\n|---|---|---|\n' };

/** An answer of one kind, about `length` UTF-16 units long. */
export function answerOf(kind: string, length: number): string {
  const unit = KINDS[kind];
  if (unit === undefined) throw new Error(`No answer of the kind ${kind}.`);
  const head = HEADS[kind] ?? '';
  if (length < unit.length) return SHORT;
  return head + unit.repeat(Math.max(1, Math.round((length - head.length) / unit.length)));
}

/** Words by which a drawn answer is known, and how often they are in it when it is whole. */
export function lastWordsOf(kind: string, answer: string): { words: string; times: number } {
  const words = answer === SHORT ? SHORT : LAST_WORDS[kind]!;
  return { words, times: answer.split(words).length - 1 };
}
