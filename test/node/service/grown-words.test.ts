import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

let harness: Harness;

before(async () => {
  harness = await startService({
    documents: {
      'help.md': `# Help

## Paying

You can pay by credit card.

## Hours

Fill in your timesheet every Friday.`,
      'ruhe.md': `# Ruhezeiten

## Im Garten

Rasenmähen ist am Sonntag verboten.`,
      'laden.md': `# Laden

## Ratenkauf

Ab 500 Euro geht das ohne Zinsen.

## Mindestalter

Ab 16 Jahren.

## Versand

Ins Ausland liefern wir nicht.`,
      'hagwon.md': `# 어학원

## 레벨 테스트

삼십 분 걸립니다.`,
      'cursos.md': `# Cursos

## Exámenes

Preparamos los exámenes de los alumnos.

## Transporte

Os recogemos en el aeropuerto.`,
    },
  });
});

after(() => harness.end());

const ANSWERED: readonly [question: string, says: RegExp][] = [
  ['where is the time sheet', /timesheet/],
  ['can I use a creditcard', /credit card/],
  ['darf ich am Sonntag den Rasen mähen', /verboten/],
  ['Kann man in Raten kaufen?', /ohne Zinsen/],
  ['quiero preparar un examen', /Preparamos/],
  ['¿me recogéis en el aeropuerto?', /recogemos/],
  ['¿tenéis exámenes para preparar?', /Preparamos/],
];

for (const [question, says] of ANSWERED) {
  test(`words are found in compounds and inflections: ${question}`, async () => {
    assert.match(textOf((await harness.ask(question)).parts), says);
  });
}

test('a missing answer is reported in the language of the documents, if the question may be in several', async () => {
  const spanish = await startService({
    documents: { 'horario.md': '# Horario\n\nLa secretaría está abierta de lunes a viernes.' },
  });
  try {
    const { parts } = await spanish.ask('catálogo de libros');
    assert.deepEqual(parts.filter(isCitationPart), []);
    assert.equal(textOf(parts), 'No he encontrado una respuesta a eso en los documentos.');
  } finally {
    await spanish.end();
  }
});
