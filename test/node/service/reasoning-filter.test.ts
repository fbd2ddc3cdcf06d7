import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReasoningFilter } from '../../../src/service/model/reasoning-filter.ts';

/** The answer as a client has it at the end, and all text that it was sent. */
function filtered(pieces: readonly string[]): { answer: string; sent: string } {
  const filter = new ReasoningFilter();
  let answer = '';
  let sent = '';
  for (const piece of pieces) {
    const { text, discardsEarlier } = filter.push(piece);
    answer = discardsEarlier ? text : answer + text;
    sent += text;
  }
  const rest = filter.finish();
  return { answer: answer + rest, sent: sent + rest };
}

/** The text in one piece, in single characters, and cut into two and three pieces at every place. */
function* cuts(text: string): Generator<string[]> {
  yield [text];
  yield [...text];
  for (let i = 1; i < text.length; i++) {
    yield [text.slice(0, i), text.slice(i)];
    const j = Math.min(text.length, i + 3);
    yield [text.slice(0, i), text.slice(i, j), text.slice(j)];
  }
}

const TAGS = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<THINK>', '</THINK>'],
  ['◁think▷', '◁/think▷'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  ['<|start|>assistant<|channel|>analysis<|message|>', '<|channel|>final <|constrain|>json<|message|>'],
  [
    '<|channel|>commentary to=functions.x<|message|>{}<|call|>',
    '<|start|>assistant<|channel|>final<|message|>',
  ],
] as const;
const ANSWER = 'By hand [1], <b>cold</b>: `a<b`.';

for (const [opening, closing] of TAGS) {
  test(`shows nothing of reasoning in ${opening}, wherever the text is cut`, () => {
    for (const text of [
      `${opening}SECRET [2]${closing}${ANSWER}`,
      ` \n${opening}\nSECRET <i>\n${closing}\n\n${ANSWER}`,
      `${opening}${closing}${ANSWER}`,
    ])
      for (const pieces of cuts(text)) assert.deepEqual(filtered(pieces), { answer: ANSWER, sent: ANSWER });
    for (const pieces of cuts(`${opening}SECRET`)) assert.equal(filtered(pieces).sent, '');
  });

  test(`corrects an answer that contains only the closing mark ${closing}`, () => {
    for (const pieces of cuts(`The visitor asks.\n${closing}\n\n${ANSWER}`))
      assert.equal(filtered(pieces).answer, ANSWER);
  });
}

for (const [opening, closing] of [
  ['<think >', '</think >'],
  ['<think type="private">', '</think>'],
  ['<Thinking\nmode=deep visible>', '</Thinking\n>'],
  ['<thought hidden>', '</thought>'],
  ["<reasoning id='1'>", '</reasoning\t>'],
] as const) {
  test(`shows nothing of reasoning in ${JSON.stringify(opening)}, wherever the text is cut`, () => {
    for (const pieces of cuts(`\n${opening}SECRET </thin> a < b${closing}\n${ANSWER}`))
      assert.deepEqual(filtered(pieces), { answer: ANSWER, sent: ANSWER });
    for (const pieces of cuts(`${opening}SECRET`)) assert.equal(filtered(pieces).sent, '');
  });
}

test('reads several blocks of reasoning in a row', () => {
  for (const pieces of cuts(`<think>SECRET</think>\n<think>SECRET</think>\n${ANSWER}`))
    assert.equal(filtered(pieces).sent, ANSWER);
});

test('ends an answer of gpt-oss at its mark, and hides what follows in another channel', () => {
  for (const pieces of cuts(`<|channel|>final<|message|>${ANSWER}<|return|>`))
    assert.equal(filtered(pieces).sent, ANSWER);
  const again = `<|channel|>final<|message|>One<|end|><|start|>assistant<|channel|>analysis<|message|>SECRET<|end|>`;
  for (const pieces of cuts(again)) assert.equal(filtered(pieces).sent, 'One');
});

test('shows an answer that only looks like reasoning, or is about it, unchanged', () => {
  for (const answer of [
    '<thin air',
    '<think of it',
    '<think <b>twice</b>',
    '<thinker x>',
    '<',
    '[',
    '[TH',
    '<|',
    'Write <think> and </think> around it.',
    'Use `</think>` to end it.',
    '```xml\n</think>\n```\nends it.',
    '`<think>`x</think>',
    '<b>By</b>',
    'a < b and [1](x) <| c',
    ANSWER,
  ])
    for (const pieces of cuts(answer)) assert.deepEqual(filtered(pieces), { answer, sent: answer });
});

test('holds back no more than what may become a mark', () => {
  const filter = new ReasoningFilter();
  assert.equal(filter.push('Cold water').text, 'Cold water');
  assert.equal(filter.push(' </th').text, ' ');
  assert.equal(filter.push('e').text, '</the');
});
