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

const NAMES =
  'think thinking thought thoughts reason reasoning reflection analysis scratchpad antThinking'.split(' ');
const TAGS: readonly (readonly [opening: string, closing: string])[] = [
  ...NAMES.map(name => [`<${name}>`, `</${name}>`] as const),
  ...['THINK', 'THINKING', 'THOUGHT', 'REASONING'].map(name => [`[${name}]`, `[/${name}]`] as const),
  ['<THINK>', '</THINK>'],
  ['<Thinking>', '</tHinking>'],
  ['<seed:think>', '</seed:think>'],
  ['<mm:think>', '</mm:think>'],
  ['<think:opensource>', '</think:opensource>'],
  ['<|think|>', '<|/think|>'],
  ['◁think▷', '◁/think▷'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel>thought\n', '<channel|>'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  ['<|start|>assistant<|channel|>analysis<|message|>', '<|channel|>final <|constrain|>json<|message|>'],
  [
    '<|channel|>commentary to=functions.x<|message|>{}<|call|>',
    '<|start|>assistant<|channel|>final<|message|>',
  ],
];
const ANSWER = 'By hand [1], <b>cold</b>: `a<b`.';

for (const [opening, closing] of TAGS) {
  test(`shows nothing of reasoning in ${opening}, wherever the text is cut`, () => {
    for (const text of [
      `${opening}SECRET [2]${closing}${ANSWER}`,
      `\ufeff \n${opening}\nSECRET <i>\n${closing}\n\n${ANSWER}`,
      `${opening}${closing}${ANSWER}`,
    ])
      for (const pieces of cuts(text)) assert.deepEqual(filtered(pieces), { answer: ANSWER, sent: ANSWER });
    for (const pieces of cuts(`${opening}SECRET`)) assert.equal(filtered(pieces).sent, '');
    for (const pieces of cuts(opening)) assert.equal(filtered(pieces).sent, '');
  });

  test(`ends reasoning in ${opening} at the closing mark of any other spelling`, () => {
    for (const [, other] of TAGS)
      for (const pieces of cuts(`${opening}SECRET${other}\n${ANSWER}`))
        assert.deepEqual(filtered(pieces), { answer: ANSWER, sent: ANSWER }, `${opening} … ${other}`);
  });

  test(`corrects an answer that contains only the closing mark ${closing}`, () => {
    for (const pieces of cuts(`The visitor asks.\n${closing}\n\n${ANSWER}`))
      assert.equal(filtered(pieces).answer, ANSWER);
    for (const pieces of cuts(`${closing}${ANSWER}`)) assert.equal(filtered(pieces).sent, ANSWER);
  });
}

test('shows nothing of a self-closing mark', () => {
  for (const mark of ['<think/>', '<think />', '<THINKING/>', '<reasoning type="none" />'])
    for (const pieces of cuts(`\n${mark}\n${ANSWER}`)) assert.equal(filtered(pieces).sent, ANSWER);
});

test('shows nothing of reasoning that contains marks of another name', () => {
  for (const text of [
    `<thinking>SECRET<reflection>SECRET</reflection>SECRET</thinking>${ANSWER}`,
    `<thinking>SECRET <think> SECRET</thinking>${ANSWER}`,
    `<think>SECRET <think/> SECRET</think>${ANSWER}`,
    `<think>Not \`</think>\` yet. SECRET</think>${ANSWER}`,
  ])
    for (const pieces of cuts(text)) assert.equal(filtered(pieces).sent, ANSWER);
});

test('shows the answer after a mark that may have ended the reasoning, if no other does', () => {
  for (const text of [
    `<think>SECRET<think/>${ANSWER}`,
    `<think>SECRET <thinking> SECRET</thinking>\n${ANSWER}`,
    `<think>It\`s SECRET.</think>\n${ANSWER}`,
  ])
    for (const pieces of cuts(text)) assert.equal(filtered(pieces).sent, ANSWER);
});

test('shows nothing of reasoning that was cut off', () => {
  const filter = new ReasoningFilter();
  filter.push('<thinking>SECRET<reflection>SECRET</reflection>SECRET');
  assert.equal(filter.finish({ isCutOff: true }), '');
});

test('removes the marks around an answer that follows reasoning', () => {
  for (const [before, after] of [
    ['<answer>', '</answer>'],
    ['<response>', '</response>'],
    ['<output>', '</output>'],
    ['<|START_RESPONSE|>', '<|END_RESPONSE|>'],
    ['<|begin_of_solution|>', '<|end_of_solution|>'],
    ['<|open|>response<|sep|>', '<|close|>response<|sep|>'],
  ]) {
    for (const pieces of cuts(`<think>SECRET</think>\n${before}\n${ANSWER}${after}`))
      assert.equal(filtered(pieces).sent, ANSWER);
    const answer = `${before}${ANSWER}${after}`;
    for (const pieces of cuts(answer)) assert.equal(filtered(pieces).sent, answer);
  }
});

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
    '<think',
    '<analysis of it',
    '[Reasoning](https://example.com) explains it.',
    '[Thought]: a word.',
    '[Reason] It was late.',
    '[Thoughts] None.',
    'Write [THINK] and [/THINK] around it.',
    'Write <analysis> and </think> around it.',
    'Write `<think/>` or <think/>.',
    'An <answer> and </answer>.',
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
