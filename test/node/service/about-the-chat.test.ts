import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isSuggestionsPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

let harness: Harness;

before(async () => {
  harness = await startService({
    documents: {
      'werkstatt.md':
        '# Werkstatt\n\n## Robotik\n\nDer Roboter in unserer Werkstatt ist ein Modell von 2019.\n\n## Preise\n\nEine Inspektion kostet 59 Euro.\n\n## Öffnungszeiten\n\nWir haben montags bis freitags von 9 bis 18 Uhr auf, und samstags bis 13 Uhr.\n\n## So finden Sie uns\n\nIn der Gasse hinter dem Markt, Telefon 0221 555 01 70.\n',
    },
    settings: { suggestedQueries: ['Was kostet eine Inspektion?'] },
  });
});
after(() => harness.end());

const reply = async (question: string): Promise<string> => textOf((await harness.ask(question)).parts);

test('a visitor who asks who answers learns that it is a program, in their language, and what they can ask', async () => {
  const asked: [string, RegExp][] = [
    ['Are you a bot?', /I am a program, not a person/],
    ["Hello! What's your name?", /I am a program/],
    ['what can you do', /I am a program/],
    ['Bist du ein Roboter?', /Ich bin ein Programm/],
    ['Êtes-vous un robot ?', /Je suis un programme/],
    ['¿Eres un bot?', /Soy un programa/],
    ['Sei un robot?', /Sono un programma/],
    ['Você é um robô?', /Sou um programa/],
    ['Ben je een robot?', /Ik ben een programma/],
    ['Czy jesteś botem?', /Jestem programem/],
    ['Robot musun?', /Ben bir programım/],
    ['هل أنت روبوت؟', /أنا برنامج/],
    ['אתה בוט?', /זו תוכנה/],
    ['你是机器人吗？', /我是一个程序/],
    ['あなたはロボットですか？', /プログラムです/],
    ['로봇인가요?', /프로그램이며/],
    ['क्या आप रोबोट हैं?', /प्रोग्राम हूँ/],
  ];
  for (const [question, answer] of asked) {
    const { parts } = await harness.ask(question);
    assert.match(textOf(parts), answer, question);
    assert.deepEqual(parts.filter(isSuggestionsPart), [
      { type: 'suggestions', queries: ['Was kostet eine Inspektion?'] },
    ]);
  }
});

test('a visitor who asks that and something else gets an answer to the other question', async () => {
  assert.match(await reply('Bist du ein Bot? Was kostet eine Inspektion?'), /59 Euro/);
});

test('a question about the chat is not answered by what the documents say of robots, which other questions find', async () => {
  assert.doesNotMatch(await reply('Bist du ein Roboter?'), /2019/);
  assert.match(await reply('Welches Modell ist der Roboter?'), /2019/);
});

test('a visitor who asks in another language than the documents learns which languages these have', async () => {
  assert.match(await reply('Do you sell tricycles?'), /The documents are in German/);
  assert.match(await reply('Vendez-vous des tricycles ?'), /Les documents sont en allemand/);
  assert.doesNotMatch(await reply('Verkauft ihr Dreiräder?'), /Dokumente sind auf/);
});
