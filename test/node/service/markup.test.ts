import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadDocument } from '../../../src/service/knowledge/reading/document.ts';
import { readDocument } from '../../../src/service/knowledge/reading/read-document.ts';

const read = (path: string, text: string): Promise<ReadDocument> =>
  readDocument(path, Buffer.from(text), 'https://docs.example/guide/x');
const sections = ({ passages }: ReadDocument): [string, string][] =>
  passages.map(({ heading, body }) => [heading, body]);

test('reStructuredText is read by its headings, whatever marks them', async () => {
  const document = await read(
    'guide.rst',
    `=====\nGuide\n=====\n\nWelcome.\n\nInstall\n=======\n\nRun it.\n\nOn Windows\n----------\n\nStart setup.\n\nRemove\n======\n\nDelete it.\n`,
  );
  assert.equal(document.title, 'Guide');
  assert.deepEqual(sections(document), [
    ['', 'Welcome.'],
    ['Install', 'Run it.'],
    ['Install › On Windows', 'Start setup.'],
    ['Remove', 'Delete it.'],
  ]);
});

test('directives, roles and targets of reStructuredText leave the words that a reader sees', async () => {
  const document = await read(
    'api.rst',
    `.. _api-label:\n\nAPI\n===\n\n.. contents:: Table of contents\n   :depth: 2\n\n.. toctree::\n   :maxdepth: 1\n\n   other-page\n\n.. A comment that nobody sees.\n\nCall :func:\`~shop.buy\` or see :ref:\`the manual <manual>\` and \`our site <https://shop.example>\`_.\nSet \`\`key_\`\` for |product|, as Docutils_ does.\n\n.. |product| replace:: The Shop\n.. _Docutils: https://docutils.example/\n\n.. note::\n\n   Keys expire.\n\n.. code-block:: python\n   :linenos:\n\n   buy(1)\n\nAn example::\n\n    $ shop --all\n\n- one\n- two\n\n.. image:: picture.png\n   :alt: hidden\n`,
  );
  const text = document.passages.map(({ body }) => body).join('\n\n');
  for (const words of [
    'Call `shop.buy` or see the manual and [our site](<https://shop.example>).',
    'Set ``key_`` for The Shop, as [Docutils](<https://docutils.example/>) does.',
    'Keys expire.',
    'buy(1)',
    'An example:',
    '$ shop --all',
    '- one\n- two',
  ])
    assert.ok(text.includes(words) || text.includes(words.replace(/[<>]/g, '')), `${words}\n\n${text}`);
  assert.doesNotMatch(text, /::|toctree|other-page|linenos|depth|comment|picture|api-label/);
});

test('tables of reStructuredText are read row by row', async () => {
  for (const table of [
    '+-------+-------+\n| Size  | Price |\n+=======+=======+\n| Small | 5     |\n+-------+-------+\n| Large | 9     |\n+-------+-------+\n',
    '=====  =====\nSize   Price\n=====  =====\nSmall  5\nLarge  9\n=====  =====\n',
  ]) {
    const { passages } = await read('prices.rst', `Prices\n======\n\n${table}\nAfter.\n`);
    assert.equal(
      passages[0]!.body,
      '| Size | Price |\n| --- | --- |\n| Small | 5 |\n| Large | 9 |\n\nAfter.',
    );
  }
});

test('AsciiDoc is read by its headings, lists, tables, admonitions and code', async () => {
  const document = await read(
    'guide.adoc',
    `= Guide to Boats\n:toc:\n:name: Kim\n\nWelcome, {name}.\n\n== Install\n\nRun *it* from link:https://shop.example[the shop].\n\nNOTE: Keep it dry.\n\n[source,sh]\n----\nboat --all\n----\n\n=== On Windows\n\n* one\n* two\n\n|===\n|Size |Price\n\n|Small |5\n|===\n\n// A comment that nobody sees.\ninclude::secret.adoc[]\n`,
  );
  assert.equal(document.title, 'Guide to Boats');
  const text = document.passages.map(({ heading, body }) => `${heading}: ${body}`).join('\n');
  for (const words of [
    /Welcome, Kim\./,
    /Install: Run it from \[the shop\]\(<?https:\/\/shop\.example/,
    /^Keep it dry\.$/m,
    /boat --all/,
    /Install › On Windows:/,
    /- one\n- two/,
    /\| Small \| 5 \|/,
  ])
    assert.match(text, words);
  assert.doesNotMatch(text, /comment|secret|include|:toc:/);
});

test('questions of an AsciiDoc list are questions', async () => {
  const document = await read(
    'faq.adoc',
    `= FAQ\n\n[qanda]\nIs it free?:: Yes, for ever.\nIs it fast?:: Very.\n`,
  );
  assert.deepEqual(sections(document), [
    ['Is it free?', 'Yes, for ever.'],
    ['Is it fast?', 'Very.'],
  ]);
});

test('hostile markup is read in time', async () => {
  for (const [path, text] of [
    ['a.rst', `${'`'.repeat(20_000)}x`],
    ['b.rst', `${'|a'.repeat(20_000)}`],
    ['c.rst', `${':a'.repeat(20_000)}\`x`],
    ['d.rst', `${'+-'.repeat(5000)}+\n`.repeat(20)],
    ['e.rst', Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}.. note::`).join('\n')],
  ] as const)
    await read(path, text).catch(() => {});
});
