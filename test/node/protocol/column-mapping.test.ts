import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessMapping, suggestNames } from '../../../src/protocol/contact-import/column-mapping.ts';

const said = (...columns: string[]) => suggestNames(columns, guessMapping(columns));

test('a column whose name has a letter too many, too few, wrong or out of place is recognised', () => {
  for (const [typed, meant] of [
    ['exernal_id', 'external id'],
    ['emial', 'email'],
    ['e-mal', 'email'],
    ['nmae', 'name'],
    ['Phone Numbr', 'phone number'],
    ['Kundennumer', 'Kundennummer'],
    ['lastnmae', 'last name'],
    ['telephome', 'telephone'],
    ['correo electronco', 'correo electrónico'],
    ['メールアドレ', 'メールアドレス'],
  ] as const) {
    assert.deepEqual(said(typed), [meant], typed);
  }
});

test('a column that is only slightly similar to a known one is not mentioned', () => {
  const ordinary = [
    ...['company', 'city', 'country', 'note', 'notes', 'tags', 'title', 'home', 'date', 'status', 'source'],
    ...['nickname', 'username', 'company name', 'file name', 'job title', 'last order', 'client', 'customer'],
    ...[
      'Ort',
      'PLZ',
      'Firma',
      'Anrede',
      'Telefax',
      'Adresse',
      'Kundenart',
      'ville',
      'ciudad',
      '住所',
      '城市',
    ],
    ...['Hands', 'Candy', 'Movie'],
    ...['Email 2', 'E-mail 2 - Value', 'name 2', 'column 3'],
  ];
  for (const column of ordinary) assert.deepEqual(said(column), [undefined], column);
});

test('a column is not taken for one that the file has too', () => {
  assert.deepEqual(said('email', 'emial'), [undefined, undefined]);
});
