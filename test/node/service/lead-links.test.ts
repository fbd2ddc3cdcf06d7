import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadDocument } from '../../../src/service/knowledge/reading/document.ts';
import { readHtml } from '../../../src/service/knowledge/reading/read-html.ts';
import { readMarkdown } from '../../../src/service/knowledge/reading/read-markdown.ts';

const ADDRESS = 'https://shop.example/c/a.md';

function read(source: string, address = ADDRESS): string {
  return bodiesOf(readMarkdown(source, 'Title', address));
}

function bodiesOf({ passages }: ReadDocument): string {
  return passages.map(({ body }) => body).join('\n\n');
}

const LED: [string, string, string][] = [
  [
    'a link that is still empty',
    'See [later]() and [the site](https://a.example/x) and [b](b.md).',
    'See [later](https://shop.example/c/a.md) and [the site](https://a.example/x) and [b](https://shop.example/c/b.md).',
  ],
  [
    'a link to its folder',
    '[here](.), [there](./b.md) and [above](../c.md)',
    '[here](https://shop.example/c/), [there](https://shop.example/c/b.md) and [above](https://shop.example/c.md)',
  ],
  [
    'a link that another begins with',
    '[guide](guide), [first](guide/1.md) and [asked](guide?q "now")',
    '[guide](https://shop.example/c/guide), [first](https://shop.example/c/guide/1.md) and [asked](https://shop.example/c/guide?q "now")',
  ],
  [
    'a picture that is a link',
    '[![kettle](k_(1).png)](k.md)',
    '[![kettle](https://shop.example/c/k_%281%29.png)](https://shop.example/c/k.md)',
  ],
  [
    'a link that goes on in the next line of a list',
    '- [two\n  lines](b.md)',
    '- [two\n  lines](https://shop.example/c/b.md)',
  ],
  [
    'a link to the top of its site',
    '[prices](/prices) and ![map](/map.png)',
    '[prices](https://shop.example/prices) and ![map](https://shop.example/map.png)',
  ],
  [
    'links whose targets stand at the end of the document',
    'Not `[the guide][g]`, see [the guide][g], [here][], [Help] and [**the** site][s], [not this] or [that][x].\n\n- ![map][g] of [it][g]\n\n| [g] |\n|---|\n| [Help] |\n\n[g]: guide.md\n[here]: here.md "Now"\n[help]: <help me.md>\n[s]: https://a.example/',
    'Not `[the guide][g]`, see [the guide](https://shop.example/c/guide.md), [here](https://shop.example/c/here.md "Now"), [Help](https://shop.example/c/help%20me.md) and [**the** site](https://a.example/), [not this] or [that][x].\n\n- ![map](https://shop.example/c/guide.md) of [it](https://shop.example/c/guide.md)\n\n| [g](https://shop.example/c/guide.md) |\n|---|\n| [Help](https://shop.example/c/help%20me.md) |',
  ],
];
for (const [what, source, led] of LED) {
  test(`each link leads where its author meant, beside ${what}`, () => assert.equal(read(source), led));
}

test('links of a document without an address become their text, and images nothing', () => {
  const source =
    '[a](a.md), [![k](k.png)x](b.md), ![p](p.png)and [site ![p](p.png)](https://a.example/) [a](a.md) [r] [x][s]\n\n[r]: r.md\n[s]: /s';
  assert.equal(read(source, ''), 'a, x, and [site ](https://a.example/) a r [x](/s)');
});

for (const [where, address] of [
  ['with', ADDRESS],
  ['without', ''],
] as const) {
  test(`a paragraph of tens of thousands of links is read, of a document ${where} an address`, () => {
    const numbers = Array.from({ length: 40_000 }, (_, i) => i);
    const last = address ? '[w39999](https://shop.example/c/w/39999.md)' : 'w39999';
    const markdown = numbers.map(i => `[w${i}](w/${i}.md)`).join(' ');
    const page = `<p>${numbers.map(i => `<a href="w/${i}.md">w${i}</a>`).join(' ')}</p>`;
    for (const text of [read(markdown, address), bodiesOf(readHtml(page, 'Title', address))]) {
      assert.ok(text.endsWith(` ${last}`));
    }
  });
}
