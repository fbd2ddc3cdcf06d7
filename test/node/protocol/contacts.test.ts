import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailKey, parseCreateContacts, parsePaging } from '../../../src/protocol/contacts.ts';

test('a batch has 1 to 1000 contacts, and the error names the row and field of a wrong one', () => {
  const contact = (i: number) => ({ external_id: `c${i}` });
  assert.equal(
    parseCreateContacts({ users: Array.from({ length: 1000 }, (_, i) => contact(i)) }).length,
    1000,
  );
  const wrong: [unknown, RegExp][] = [
    [{}, /users: is missing/],
    ['x', /body: must be an object$/],
    [[], /body: must be an object$/],
    [{ users: [[]] }, /users\.0: must be an object$/],
    [{ users: [contact(1), [contact(2)]] }, /users\.1: must be an object$/],
    [{ users: ['x'] }, /users\.0: must be an object$/],
    [{ users: [] }, /users: must have 1 to 1000/],
    [{ users: Array.from({ length: 1001 }, (_, i) => contact(i)) }, /users: must have 1 to 1000/],
    [{ users: [{ name: 'Ada' }] }, /users\.0\.external_id: is missing/],
    [{ users: [contact(1), { external_id: ' ' }] }, /users\.1\.external_id/],
    [{ users: [{ external_id: 'a', email: 'nobody' }] }, /users\.0\.email/],
    [{ users: [{ external_id: 'a', phonenumber: 5 }] }, /users\.0\.phonenumber/],
    [{ users: [{ external_id: 'a', payment_accounts: {} }] }, /users\.0\.payment_accounts/],
    [
      { users: [{ external_id: 'a', payment_accounts: [{ label: 5 }] }] },
      /users\.0\.payment_accounts\.0\.label/,
    ],
    [{ users: [{ external_id: 'a', payment_accounts: [['x']] }] }, /users\.0\.payment_accounts\.0/],
    [{ users: [{ external_id: 'a', custom_attributes: 'x' }] }, /users\.0\.custom_attributes/],
    [{ users: [{ external_id: 'a', custom_attributes: ['x'] }] }, /users\.0\.custom_attributes/],
    // What JSON.parse makes of 1e999, which would be kept as null.
    [
      { users: [{ external_id: 'a', custom_attributes: { a: [{ b: Infinity }] } }] },
      /custom_attributes: must/,
    ],
    [{ users: [{ external_id: 'a', payment_accounts: [{ sum: -Infinity }] }] }, /payment_accounts: must/],
    // The last digits of a longer one get lost where it is read: 64-bit ids are to be sent as text.
    ...['9007199254740993', '-9007199254740993', '1e20'].map((number): [unknown, RegExp] => [
      JSON.parse(`{"users":[{"external_id":"a","custom_attributes":{"crm":[${number}]}}]}`),
      /users\.0\.custom_attributes: must hold no number too large to keep exactly/,
    ]),
    [{ users: [{ external_id: 'a\0' }] }, /users\.0\.external_id/],
    [{ users: [{ external_id: '\ud800' }] }, /users\.0\.external_id/],
  ];
  for (const [body, message] of wrong) assert.throws(() => parseCreateContacts(body), message);
});

test('spaces around an email address do not count towards its length', () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(255)}`;
  const [contact] = parseCreateContacts({ users: [{ external_id: 'a', email: `  ${email}\n` }] });
  assert.equal(contact?.email, email);
});

test('exact numbers stay exact', () => {
  const custom_attributes = { id: 9_007_199_254_740_991, share: 0.1, tiny: 5e-324, minus: -12.5 };
  const [contact] = parseCreateContacts({ users: [{ external_id: 'a', custom_attributes }] });
  assert.deepEqual(contact?.custom_attributes, custom_attributes);
});

test('two spellings of one email address are one', () => {
  assert.equal(emailKey(' Jose\u0301@Example.ORG '), emailKey('jos\u00e9@example.org'));
  // A capital that Unicode has only as two signs, whose small letter is one.
  assert.equal(emailKey('J\u030can@example.org'), emailKey('\u01f0an@example.org'));
  // Greek has two small letters for one capital, and which of them is right depends on what follows.
  assert.equal(emailKey('ΝΙΚΟΣ.ΠΑΠΠΑΣ@example.org'), emailKey('νικος.παππας@example.org'));
});

const paging = (query: string): ReturnType<typeof parsePaging> => parsePaging(new URLSearchParams(query));

test('pages start at 1 and contain 10 to 1000 contacts', () => {
  assert.deepEqual(paging(''), { page: 1, perPage: 50 });
  assert.deepEqual(paging('page=3&per_page=1000'), { page: 3, perPage: 1000 });
  assert.deepEqual(paging('page=1&per_page=10'), { page: 1, perPage: 10 });
  for (const page of ['0', '-1', '1.5', 'x', ''])
    assert.throws(() => paging(`page=${page}`), /page.*at least 1/);
  assert.equal(paging('page=9007199254740991').page, 9_007_199_254_740_991);
  for (const page of ['9007199254740992', '1'.repeat(400)])
    assert.throws(() => paging(`page=${page}`), /page.*at most 9007199254740991/);
  for (const per_page of ['9', '1001', '1e2'])
    assert.throws(() => paging(`per_page=${per_page}`), /per_page.*10 to 1000/);
});
