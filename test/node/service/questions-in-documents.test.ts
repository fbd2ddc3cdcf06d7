import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReadDocument } from '../../../src/service/knowledge/reading/document.ts';
import { readHtml } from '../../../src/service/knowledge/reading/read-html.ts';
import { readMarkdown } from '../../../src/service/knowledge/reading/read-markdown.ts';
import { readTable } from '../../../src/service/knowledge/reading/read-table.ts';
import { readText } from '../../../src/service/knowledge/reading/read-text.ts';

/** Headings and bodies. */
function sections({ passages }: ReadDocument): [string, string][] {
  return passages.map(({ heading, body }) => [heading, body]);
}

const SHIP = 'Do you ship to Norway?';
const RETURN = 'Can I return a tent?';
const EXPECTED: [string, string][] = [
  [SHIP, 'Yes, within a week.'],
  [RETURN, 'Within 30 days.\n\nSend it back clean.'],
  ['', 'Call us.'],
];
/** An FAQ in HTML, of an item with its question and answer, and what is around the items. */
const HTML: Record<
  string,
  { item: (question: string, answer: string) => string; around?: [string, string] }
> = {
  details: { item: (q, a) => `<details><summary>${q}</summary>${a}</details>` },
  'details with a heading': {
    item: (q, a) => `<details open><summary><h3>${q}</h3></summary><div>${a}</div></details>`,
  },
  'details in a list': {
    item: (q, a) => `<li><details><summary>${q}</summary>${a}</details></li>`,
    around: ['<ul>', '</ul>'],
  },
  'a definition list': { item: (q, a) => `<dt>${q}</dt><dd>${a}</dd>`, around: ['<dl>', '</dl>'] },
  'a definition list with groups': {
    item: (q, a) => `<div><dt><button aria-expanded="false">${q}</button></dt><dd>${a}</dd></div>`,
    around: ['<dl>', '</dl>'],
  },
  'buttons and panels': {
    item: (q, a) => `<button class="accordion">${q}</button><div class="panel">${a}</div>`,
    around: ['<div>', '</div>'],
  },
  'buttons in items': {
    item: (q, a) =>
      `<div class="item"><button aria-expanded="false" aria-controls="p1">${q}</button><div id="p1">${a}</div></div>`,
  },
  'buttons in a wrapper': {
    item: (q, a) =>
      `<div><div class="head"><button type="button" aria-expanded="true"><span>${q}</span><svg><title>open</title></svg></button></div><div hidden>${a}</div></div>`,
  },
  'buttons in headings': {
    item: (q, a) =>
      `<div><h2 class="accordion-header"><button class="accordion-button" data-bs-toggle="collapse">${q}</button></h2><div>${a}</div></div>`,
    around: ['<section>', '</section><h2>x</h2>'],
  },
  'buttons in a list': {
    item: (q, a) => `<li><button aria-expanded="false">${q}</button><div>${a}</div></li>`,
    around: ['<ul>', '</ul>'],
  },
  'elements with the role of a button': {
    item: (q, a) =>
      `<div><div role="button" aria-expanded="false" tabindex="0">${q}</div><div>${a}</div></div>`,
  },
  'elements with a class': {
    item: (q, a) =>
      `<div class="faq-item"><div class="faq-question">${q}</div><div class="faq-answer">${a}</div></div>`,
  },
  'bold paragraphs': { item: (q, a) => `<p><strong>${q}</strong></p>${a}`, around: ['<div>', '</div>'] },
  'bold text in a paragraph': {
    item: (q, a) => `<p><b>${q}</b><br>${a.replace(/^<p>/, '')}`,
    around: ['<div>', '</div>'],
  },
  'bold text in a list': { item: (q, a) => `<li><b>${q}</b> ${a}</li>`, around: ['<ol>', '</ol>'] },
  'bold text with a label': {
    item: (q, a) => `<p><b>Q: ${q}</b></p>${a.replace('<p>', '<p>A: ')}`,
    around: ['<div>', '</div>'],
  },
  'details with a label': { item: (q, a) => `<details><summary>Question 2: ${q}</summary>${a}</details>` },
  'Q and A': {
    item: (q, a) => `<p>Q: ${q}</p>${a.replace('<p>', '<p>A: ')}`,
    around: ['<div>', '</div><h2>x</h2>'],
  },
  'Frage und Antwort, in bold': {
    item: (q, a) => `<p><b>Frage 1:</b> ${q}</p>${a.replace('<p>', '<p><b>Antwort:</b> ')}`,
    around: ['<div>', '</div><h2>x</h2>'],
  },
};

describe('an FAQ in HTML is divided into questions', () => {
  for (const [kind, { item, around = ['', ''] as [string, string] }] of Object.entries(HTML)) {
    test(kind, () => {
      const page = `<h1>Help</h1>${around[0]}${item(SHIP, '<p>Yes, within a week.</p>')}${item(RETURN, '<p>Within 30 days.</p><p>Send it back clean.</p>')}${around[1]}<p>Call us.</p>`;
      const found = sections(readHtml(page, 'faq', 'https://shop.example/faq'));
      const lists = found.map(([heading, body]) => [heading, body.replace(/\s+/g, ' ').trim()]);
      const last = around[1].includes('<h2>') ? 'x' : '';
      assert.deepEqual(
        lists,
        EXPECTED.map(([heading, body]) => [heading || last, body.replace(/\s+/g, ' ')]),
      );
    });
  }

  test('an answer is found by the id of its question, or by its words', () => {
    const page = `<h1>Help</h1><details id="ship"><summary>${SHIP}</summary>Yes.</details><p><b>${RETURN}</b></p><p>Yes.</p>`;
    const anchors = readHtml(page, 'x', 'https://a.example/').passages.map(({ anchor }) => anchor);
    assert.deepEqual(anchors, ['ship', `:~:text=${RETURN}`]);
  });

  test('nested answers are below their question', () => {
    const page = `<h1>Help</h1><details><summary>Shipping</summary><p>Everywhere.</p><details><summary>${SHIP}</summary>Yes.</details><p><b>${RETURN}</b></p><p>No.</p></details><p>End.</p>`;
    assert.deepEqual(sections(readHtml(page, 'x')), [
      ['Shipping', 'Everywhere.'],
      [`Shipping › ${SHIP}`, 'Yes.'],
      [`Shipping › ${RETURN}`, 'No.'],
      ['', 'End.'],
    ]);
  });

  test('a bold question after a labelled one is beside it, and a labelled one in an answer below it', () => {
    const page = `<h1>Help</h1><details><summary>Tents</summary><p>Q: Are they light?</p><p>A: Yes, light.</p></details><p>Q: ${SHIP}</p><p>A: Yes.</p><p><b>${RETURN}</b></p><p>No.</p>`;
    assert.deepEqual(sections(readHtml(page, 'x')), [
      ['Tents › Are they light?', 'Yes, light.'],
      [SHIP, 'Yes.'],
      [RETURN, 'No.'],
    ]);
  });

  test('short definitions, menus, and buttons that open no answer divide nothing', () => {
    const page = `<h1>Tents</h1><button aria-expanded="false" class="nav-toggle">Menu</button><button aria-haspopup="true" aria-expanded="false">Language</button><button>Buy</button><dl><dt>Weight</dt><dd>2 kg</dd><dt>Colour</dt><dd>Green</dd></dl><p>Is it <b>really light?</b> Yes.</p>`;
    assert.deepEqual(sections(readHtml(page, 'x')), [
      ['', 'Weight\n\n2 kg\n\nColour\n\nGreen\n\nIs it really light? Yes.'],
    ]);
  });
});

const MARKDOWN: Record<string, string> = {
  'details with Markdown': `<details>\n<summary>${SHIP}</summary>\n\nYes, within a week.\n\n</details>\n\n<details>\n<summary><b>${RETURN}</b></summary>\n\nWithin 30 days.\n\nSend it back clean.\n</details>\n\nCall us.\n`,
  'a definition list of a single question': `<dl><dt>${SHIP}</dt><dd>Yes, within a week.</dd></dl>\n\n<dl><dt>${RETURN}</dt><dd><p>Within 30 days.</p><p>Send it back clean.</p></dd></dl>\n\nCall us.\n`,
  'details in one piece': `<details><summary>${SHIP}</summary>Yes, within a week.</details>\n\n<details><summary>${RETURN}</summary><p>Within 30 days.</p><p>Send it back clean.</p></details>\n\nCall us.\n`,
};
const OPEN_END: Record<string, string> = {
  'bold paragraphs': `**${SHIP}**\n\nYes, within a week.\n\n**${RETURN}**\n\nWithin 30 days.\n\nSend it back clean.\n\n## End\n\nCall us.\n`,
  'bold text in a paragraph': `**${SHIP}**\nYes, within a week.\n\n**${RETURN}** Within 30 days.\n\nSend it back clean.\n\n## End\n\nCall us.\n`,
  'bold text in italics, or with a label': `***${SHIP}***\n\nYes, within a week.\n\n**Q: ${RETURN}**\n\n**A:** Within 30 days.\n\nSend it back clean.\n\n## End\n\nCall us.\n`,
  'bold text and labels': `**${SHIP}**\n\nYes, within a week.\n\nQ: ${RETURN}\nA: Within 30 days.\n\nSend it back clean.\n\n## End\n\nCall us.\n`,
  'labels and bold text': `Q: ${SHIP}\nA: Yes, within a week.\n\n**${RETURN}**\n\nWithin 30 days.\n\nSend it back clean.\n\n## End\n\nCall us.\n`,
  'bold text in a list': `- **${SHIP}** Yes, within a week.\n- **${RETURN}**\n  Within 30 days.\n\n  Send it back clean.\n\n## End\n\nCall us.\n`,
  'Q and A': `Q: ${SHIP}\nA: Yes, within a week.\n\n**Q:** ${RETURN}\n\n**A:** Within 30 days.\n\nSend it back clean.\n\n## End\n\nCall us.\n`,
  'an accordion in MDX': `import { Accordion } from './x'\n\n<AccordionGroup>\n  <Accordion title="${SHIP}">\n    Yes, within a week.\n  </Accordion>\n  <Accordion title={'${RETURN}'} icon={<Icon name="x" />}>\n    Within 30 days.\n\n    Send it back clean.\n  </Accordion>\n</AccordionGroup>\n\n## End\n\nCall us.\n`,
};

describe('an FAQ in Markdown is divided into questions', () => {
  for (const [kind, source] of Object.entries({ ...MARKDOWN, ...OPEN_END })) {
    test(kind, () => {
      const found = sections(readMarkdown(`# Help\n\n${source}`, 'faq', ''));
      const end = kind in OPEN_END ? 'End' : '';
      assert.deepEqual(
        found,
        EXPECTED.map(([heading, body]) => [heading || end, body]),
      );
    });
  }

  test('a bold sentence and a bold question within a paragraph divide nothing', () => {
    const source = '# Tents\n\n**Important.** Dry it.\n\nWhy? **Who knows?** Nobody.\n';
    assert.deepEqual(sections(readMarkdown(source, 'x', '')), [
      ['', '**Important.** Dry it.\n\nWhy? **Who knows?** Nobody.'],
    ]);
  });
});

test('an FAQ in plain text is divided into questions', () => {
  for (const source of [
    `Help\n\n${SHIP}\nYes, within a week.\n\n${RETURN}\nWithin 30 days.\n`,
    `Help\n\n${SHIP}\n\nYes, within a week.\n\n${RETURN}\n\nWithin 30 days.\n`,
    `Q: ${SHIP}\nA: Yes, within a week.\nQ: ${RETURN}\nA: Within 30 days.\n`,
    `Question 1: ${SHIP}\nAnswer: Yes, within a week.\n\nQuestion 2: ${RETURN}\nAnswer: Within 30 days.\n`,
  ])
    assert.deepEqual(sections(readText(source, 'faq')), [
      [SHIP, 'Yes, within a week.'],
      [RETURN, 'Within 30 days.'],
    ]);
});

test('a table with columns for questions and answers is divided into questions', () => {
  const rows = [
    [SHIP, 'Yes, within a week.', 'Shipping'],
    [RETURN, '"Within 30 days, clean."', ''],
  ];
  for (const [header, delimiter] of [
    ['Question,Answer,Topic', ','],
    ['sep=;\r\nFrage;Antwort;Topic', ';'],
    ['question\tanswer\tTopic', '\t'],
    ['Soru;Cevap;Topic', ';'],
    ['שאלה,תשובה,Topic', ','],
    ['प्रश्न,उत्तर,Topic', ','],
    ['Question text,Answer (HTML),Topic', ','],
    ['faq_question,faq_answer,Topic', ','],
  ] as const) {
    const source = [
      header,
      ...rows.map(row =>
        row
          .map(cell => (cell.includes(delimiter) && !cell.startsWith('"') ? `"${cell}"` : cell))
          .join(delimiter),
      ),
    ].join('\r\n');
    assert.deepEqual(sections(readTable(source, 'faq')), [
      [SHIP, 'Yes, within a week.\n\nTopic: Shipping'],
      [RETURN, 'Within 30 days, clean.'],
    ]);
  }
  // Numbers of questions are no questions, and an exact name comes before a longer one.
  const ids = readTable('Question ID,Answer\n1,Yes', 'faq');
  assert.deepEqual(sections(ids), [['', '| Question ID | Answer |\n| --- | --- |\n| 1 | Yes |']]);
  const exact = readTable(`Question type,Question,Answer\nopen,${SHIP},Yes`, 'faq');
  assert.deepEqual(
    exact.passages.map(({ body }) => body),
    ['Yes\n\nQuestion type: open'],
  );
});
