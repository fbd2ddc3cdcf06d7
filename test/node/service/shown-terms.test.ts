import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownTerms } from '../../../src/service/knowledge/language/display-terms.ts';

test('a telephone number is known by its digits, in whichever country it is written', () => {
  for (const number of [
    '+34 942 555 018',
    '942 555 018',
    '942 55 50 18',
    '0421 5550122',
    '(0421) 555 01-22',
    '04 75 00 11 22',
    '04.75.00.11.22',
    '02-555-0173',
    '(212) 555-0142',
    '212-555-0142',
    '(24) 5555-0142',
    '(11) 95555-0142',
    '13955501423',
    '+44 (0)161 555 0148',
  ])
    assert.deepEqual(shownTerms(`Call ${number}.`), ['phonenumber'], number);
});

test('dates, hours, measures and numbers of other kinds are none', () => {
  for (const text of [
    '01.03.2026',
    '01.03. – 15.04.',
    '01.03.2026 - 15.04.2026',
    '08:00–12:30, 14:00–18:00',
    '2026-01-02',
    '10.000.000',
    '0,80',
    '12 345 678 900',
    '60*40*30 cm',
    'IBAN DE02 1203 0000 0000 2020 51',
    'ISBN 978-3-16-148410-0',
  ])
    assert.deepEqual(shownTerms(`It is ${text}.`), [], text);
});

test('prices and addresses of email are known by their signs', () => {
  for (const price of [
    '14 €',
    '€14',
    '$5',
    '39 euro',
    '350 TL',
    '3,300円',
    '24만 원',
    'R$ 320',
    'CHF 12',
    '12 zł',
  ])
    assert.deepEqual(shownTerms(price), ['pricetag'], price);
  assert.deepEqual(shownTerms('14 persons, 3 pounds of it weighed, a European'), []);
  assert.deepEqual(shownTerms('ask ulla@pottery.example'), ['emailaddress']);
  assert.deepEqual(shownTerms('import "@scope/name"; @ulla'), []);
});
