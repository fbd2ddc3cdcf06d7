import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Turn } from '../../../src/service/answerers/answerer.ts';
import type { FoundPassage } from '../../../src/service/knowledge/index/passage-store.ts';
import { CitationMarks } from '../../../src/service/model/citation-marks.ts';
import { buildPrompt, earlierTurns, estimateTokens, shorten } from '../../../src/service/model/prompt.ts';

function marked(pieces: readonly string[], sources: number): { text: string; used: number[] } {
  const marks = new CitationMarks(sources);
  const text = pieces.map(piece => marks.push(piece)).join('') + marks.finish();
  return { text, used: marks.used };
}

const cases: [string, string, number[]][] = [
  ['By hand [1].', 'By hand [1].', [1]],
  ['By hand[3], dry [1][3] it.', 'By hand[1], dry [2][1] it.', [3, 1]],
  ['Both [2, 3] and [3,2].', 'Both [1, 2] and [2, 1].', [2, 3]],
  ['Invented [9]. Half [2, 9].', 'Invented. Half [1].', [2]],
  ['In code `a[2]` and ``b`[2]`` but not here [2].', 'In code `a[2]` and ``b`[2]`` but not here [1].', [2]],
  ['```js\na[2]\n\nb[1]\n```\n[3]', '```js\na[2]\n\nb[1]\n```\n[1]', [3]],
  ['A stray ` tick.\n\nThen [2].', 'A stray ` tick.\n\nThen [1].', [2]],
  ['[link](x) [ ] [x] [[2]] [2024] [1', '[link](x) [ ] [x] [[1]] [2024] [1', [2]],
  ['Ends with a space ', 'Ends with a space ', []],
  ['⛺️ é [2] 日本[1]', '⛺️ é [1] 日本[2]', [2, 1]],
];

test('marks of sources count from 1 as they appear, are never invented, and code is unchanged', () => {
  for (const [input, text, used] of cases) assert.deepEqual(marked([input], 3), { text, used });
});

test('marks are found however the text is cut', () => {
  for (const [input, text, used] of cases) {
    assert.deepEqual(marked([...input], 3), { text, used });
    for (let i = 0; i < 50; i++) {
      const pieces: string[] = [];
      for (let at = 0; at < input.length; ) {
        const size = 1 + Math.floor(Math.random() * 6);
        pieces.push(input.slice(at, at + size));
        at += size;
      }
      // A cut inside an emoji never comes from a model's JSON: whole characters only.
      if (pieces.every(piece => piece.isWellFormed())) assert.deepEqual(marked(pieces, 3), { text, used });
    }
  }
});

test('text is delayed no longer than a mark can take', () => {
  const marks = new CitationMarks(3);
  assert.equal(marks.push('Word'), 'Word');
  assert.equal(marks.push(' ['), '');
  assert.equal(marks.push('x'), ' [x');
  assert.equal(marks.push(`[${'1, '.repeat(30)}`).length > 40, true);
});

const turn = (role: Turn['role'], text: string): Turn => ({ role, text });
const conversation = (count: number, words = 3): Turn[] =>
  Array.from({ length: count }, (_, i) => [
    turn('user', `question ${i}`),
    turn('assistant', `answer ${i} `.repeat(words)),
  ]).flat();

test('a conversation is sent from its end, in whole exchanges, within the budget', () => {
  const kept = earlierTurns(conversation(100), 200);
  assert.ok(kept.length >= 10 && kept.length % 2 === 0);
  assert.equal(kept[0]?.role, 'user');
  assert.equal(kept.at(-2)?.text, 'question 99');
  assert.ok(kept.reduce((sum, { text }) => sum + estimateTokens(text), 0) <= 200);
  assert.deepEqual(earlierTurns(conversation(2), 0), []);
});

test('a last answer too long for the budget is shortened, not omitted', () => {
  const kept = earlierTurns(conversation(3, 1000), 300);
  assert.equal(kept.length, 2);
  assert.match(kept[1]!.text, /^answer 2 .*…$/);
  assert.ok(estimateTokens(kept[0]!.text) + estimateTokens(kept[1]!.text) <= 300);
});

test('questions without an answer do not break the order of turns', () => {
  const turns = [
    turn('user', 'one'),
    turn('assistant', ''),
    turn('user', 'two'),
    turn('user', 'three'),
    turn('assistant', 'Three.'),
    turn('assistant', 'More.'),
    turn('user', 'four'),
  ];
  assert.deepEqual(earlierTurns(turns, 500), [turn('user', 'three'), turn('assistant', 'Three.')]);
});

test('the estimate of tokens is on the safe side, and shortening never splits a character', () => {
  assert.equal(estimateTokens('twelve chars'), 4);
  assert.equal(estimateTokens('日本語'), 3);
  assert.equal(estimateTokens(''), 0);
  for (let tokens = 1; tokens < 20; tokens++) {
    const short = shorten('⛺️日本é'.repeat(20), tokens);
    assert.ok(short.isWellFormed() && estimateTokens(short) <= tokens);
  }
});

const passage = (n: number, more: Partial<FoundPassage> = {}): FoundPassage => ({
  id: n,
  documentId: n,
  position: 0,
  title: `Document ${n}`,
  url: `/docs/${n}.md`,
  heading: '',
  anchor: '',
  body: `Body ${n}. `.repeat(20),
  ...more,
});
const options = {
  instructions: 'Be brief.',
  turns: [turn('user', 'Why?')],
  hasDocuments: true,
  isReading: false,
  boundary: 'b0',
  now: new Date('2026-11-28T12:00:00Z'),
};

test('as many passages as fit the budget are sent, best first, and the last may be shortened', () => {
  const passages = Array.from({ length: 50 }, (_, i) => passage(i));
  const { sources, messages } = buildPrompt({ ...options, passages, budgets: { history: 0, passages: 500 } });
  assert.ok(sources.length >= 3 && sources.length < 10);
  assert.equal(sources[0]?.title, 'Document 0');
  assert.ok(estimateTokens(messages[1]!.content) < 600);
});

test('passages of one place share a number, as they share a citation', () => {
  const passages = [passage(1), passage(2, { documentId: 1, position: 1 }), passage(3)];
  const { sources, messages } = buildPrompt({
    ...options,
    passages,
    budgets: { history: 0, passages: 5000 },
  });
  assert.deepEqual(
    sources.map(source => source.id),
    [1, 3],
  );
  const numbers = messages[1]!.content.split('\n').slice(1, 4);
  assert.deepEqual(
    numbers.map(line => JSON.parse(line).number),
    [1, 1, 2],
  );
});

test('without documents and instructions the prompt has only the date and the question', () => {
  const prompt = buildPrompt({
    ...options,
    instructions: '  ',
    hasDocuments: false,
    passages: [],
    budgets: { history: 0, passages: 0 },
  });
  assert.deepEqual(prompt, {
    messages: [
      { role: 'system', content: 'Today is Saturday, 28 November 2026 (UTC).' },
      { role: 'user', content: 'Why?' },
    ],
    sources: [],
  });
});
