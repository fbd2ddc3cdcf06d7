import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionByQuestion } from '../../../src/service/answerers/several-questions.ts';

const questionsIn = (text: string): string[] =>
  questionByQuestion([{ role: 'user', text }]).map(turns => turns.at(-1)!.text);

test('sentences of a message are questions of their own', () => {
  assert.deepEqual(questionsIn('Do you repair tents? I also lost a peg. where can I buy pegs'), [
    'Do you repair tents?',
    'I also lost a peg.',
    'where can I buy pegs',
  ]);
  assert.deepEqual(questionsIn('The stove leaks. How do I return the stove?'), [
    'The stove leaks.',
    'How do I return the stove?',
  ]);
});

test('the dot of an abbreviation, an initial or an ordinal number does not divide a question', () => {
  for (const question of [
    'Wie hieß der 973 n. Chr. lebende Geologe?',
    'Was hat Königin Elisabeth II. 1981 in Newcastle eröffnet?',
    'Was geschah am 3. Mai in Newcastle?',
    'Which theory did Fielding H. Garrison trace to Persia?',
    'Where did Dr. Smith study medicine?',
  ])
    assert.deepEqual(questionsIn(question), [], question);
});

test('"and" inside one wish does not divide it, and between two questions does', () => {
  for (const wish of [
    'How do I list and view all videos?',
    'Can I change and cancel a booking?',
    'Wie kann ich Videos ansehen und löschen?',
  ])
    assert.deepEqual(questionsIn(wish), [], wish);
  assert.deepEqual(questionsIn('How do I wash a tent and where can I buy pegs?'), [
    'How do I wash a tent',
    'where can I buy pegs?',
  ]);
});
