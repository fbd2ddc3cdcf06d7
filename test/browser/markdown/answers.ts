/** An answer with everything in it that answers have. */
export const ANSWER = `# Returning an order

You can return **most items** within *30 days*. See [our policy](https://shop.example/returns "Returns") or write
to help@shop.example. What \`inspect_item()\` says is ~~final~~ advisory; 2 * 3 is still 6, snake_case_names stay.

1. Print the **label**
2. Pack the item
   - the original box
   - [x] the receipt

   \`\`\`js
   const label = await print({ order: 42 });
   \`\`\`
3. Send it

> A quote with **bold** text
> over two lines.

| Country | Days | Cost |
| :------ | ---: | :--: |
| Norway  |   14 | [free](/free) |
| Brazil  |   30 | \`R$ 20\` |

\`\`\`python
def hello(name):
    return f"Hello *{name}*"  # not **bold**
\`\`\`

- [ ] open
- [x] done

Setext heading
--------------

See [the list][1] and ![a picture](https://img.example/a.png). Mixed: עברית and English.

***

[1]: https://shop.example/list
`;

/** Pieces of syntax, whole and broken, for random documents. */
export const PIECES: readonly string[] = [
  'word ',
  'two words ',
  '**bold** ',
  '*em* ',
  '**',
  '*',
  '_',
  '`',
  '``',
  '`code` ',
  '~~',
  '[',
  ']',
  '](',
  ')',
  '(',
  '$',
  '$5 ',
  '$x*y$ ',
  '$$',
  '$$\n',
  '\\(',
  '\\) ',
  '\\[\n',
  '\\]\n',
  '[text](/url) ',
  '![alt](/img.png) ',
  '[ref] ',
  '[ref]: /target\n',
  '\n',
  '\n\n',
  '\n\n\n',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '# ',
  '## ',
  '    ',
  '  ',
  '\t',
  '```\n',
  '```js\n',
  '~~~\n',
  '---\n',
  '===\n',
  '| a | b |\n',
  'one head | another head\n',
  '\\| ',
  '|---|---|\n',
  '--- | ---\n',
  ':--\n',
  '| c |\n',
  '|',
  '<b>',
  '</b>',
  '\n<b>\u00a0',
  '<div>\n',
  '<!-- ',
  '-->',
  '<https://a.example> ',
  'https://b.example/x ',
  'www.c.example ',
  'a@b.example ',
  '\\',
  '\\*',
  '\n\\\n',
  '&amp;',
  '&#65;',
  '&',
  '!',
  '- [ ] ',
  '[x] ',
  'é',
  '😀',
  '\r\n',
  '  \n',
  'a_b_c ',
  '2 * 3 ',
  ': ',
  '.',
];
