import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readContacts } from '../../../src/cli/read-contacts.ts';
import { readContactFile } from '../../../src/elements/admin/contacts/contact-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-chat-contacts-'));

after(() => rmSync(folder, { recursive: true }));

/** What a file of this text is read as. */
async function read(text: string | Uint8Array, name = 'contacts.csv') {
  const file = join(folder, name);
  writeFileSync(file, text);
  const { contacts, ...said } = await readContacts(file);
  const found = [...contacts];
  return { contacts: found.map(({ contact }) => contact), places: found.map(({ place }) => place), ...said };
}

for (const hint of ['sep=;\n', '\ufeff"sep=;"\r\n', 'SEP=;\r\n']) {
  test(`a file that begins with ${JSON.stringify(hint)}, as Excel writes it, is read from its headings on`, async () => {
    assert.deepEqual((await read(`${hint}external_id;name\nada;Ada\nbob;"Bob; Jr."\n`)).contacts, [
      { external_id: 'ada', name: 'Ada' },
      { external_id: 'bob', name: 'Bob; Jr.' },
    ]);
  });
}

test('rows are numbered as in a spreadsheet, with headings and blank rows', async () => {
  // Excel takes the first line for itself.
  const csv = 'sep=;\nexternal_id;name\n\nada;"Ada\nLovelace"\n\nbob;Bob\n';
  assert.deepEqual((await read(csv)).places, ['row 3', 'row 5']);
  assert.deepEqual((await read('[{"external_id":"ada"}]', 'contacts.json')).places, ['contact 1']);
});

test('an apostrophe at the start of a name stays, and one that an export added is removed', async () => {
  const written = ["'t Hooft", "''s-Gravenhage", "'=1+1", "'+49 30 1", "'"];
  const csv = `external_id,name\n${written.map((name, i) => `${i},${name}`).join('\n')}\n`;
  assert.deepEqual(
    (await read(csv)).contacts.map(({ name }) => name),
    ["'t Hooft", "'s-Gravenhage", '=1+1', '+49 30 1', "'"],
  );
});

test('columns are recognised by their usual names, and others become attributes and are reported', async () => {
  const { contacts, taken } = await read(
    'Kundennummer;Nachname;Vorname;E-Mail-Adresse;Ort;created_at\n7;Lovelace;Ada;ada@shop.example;London;1\n',
  );
  assert.deepEqual(contacts, [
    {
      external_id: '7',
      name: 'Ada Lovelace',
      email: 'ada@shop.example',
      custom_attributes: { Ort: 'London' },
    },
  ]);
  assert.deepEqual(taken, [
    { column: 'Kundennummer', target: 'external_id' },
    { column: 'Nachname', target: 'name' },
    { column: 'Vorname', target: 'name' },
    { column: 'E-Mail-Adresse', target: 'email' },
    { column: 'Ort', target: 'attribute' },
  ]);
});

test('without a column of ids the email address is the id, else the phone number, in CSV and JSON', async () => {
  const ids = async (text: string, name?: string) =>
    (await read(text, name)).contacts.map(contact => contact.external_id);
  const expected = ['ann@shop.example', '+49 30 2', undefined];
  assert.deepEqual(await ids('名前,メール,電話\nAnn,Ann@Shop.example,1\nBob,,+49 30 2\nCy,,\n'), expected);
  assert.deepEqual(
    await ids('[{"email":"Ann@Shop.example"},{"phonenumber":"+49 30 2"},{"name":"Cy"}]', 'contacts.json'),
    expected,
  );
  assert.deepEqual(await ids('ann@shop.example\nbob@shop.example\n'), [
    'ann@shop.example',
    'bob@shop.example',
  ]);
});

test('a file without anything that identifies a contact is refused in a sentence', async () => {
  await assert.rejects(read('Name,Ort\nAda,London\n'), {
    name: 'UsageError',
    message: 'No column holds an id, an email address or a phone number.',
  });
});

for (const [what, text, attributes] of [
  ['no heading', 'external_id,name\nbob,Smith, John\n', { 'column 3': 'John' }],
  ['a heading that stands there twice', 'external_id,name,name\nbob,Smith,John\n', { 'name 2': 'John' }],
] as const) {
  test(`what is below ${what} is not lost silently`, async () => {
    const { contacts, taken } = await read(text);
    assert.deepEqual(contacts, [{ external_id: 'bob', name: 'Smith', custom_attributes: attributes }]);
    assert.deepEqual(taken, [{ column: Object.keys(attributes)[0], target: 'attribute' }]);
  });
}

test('a list of contacts from the interface, and a request to create them, can be read', async () => {
  for (const name of ['data', 'users']) {
    const json = JSON.stringify({ message: 'ok', [name]: [{ external_id: 'ada' }], total: 1 });
    assert.deepEqual((await read(json, 'contacts.json')).contacts, [{ external_id: 'ada' }]);
  }
});

test('a JSON file with a byte order mark, as Windows writes it, is read', async () => {
  const { contacts } = await read('\ufeff[{"external_id":"ada"}]', 'contacts.json');
  assert.deepEqual(contacts, [{ external_id: 'ada' }]);
});

test('an id of 64 bits keeps all its digits', async () => {
  const json =
    '{"users":[{"external_id":9007199254740993,"custom_attributes":{"crm":12345678901234567890}}]}';
  const csv = 'external_id,custom_attributes\n9007199254740993,"{""crm"":12345678901234567890}"';
  for (const { contacts } of [await read(json, 'contacts.json'), await read(csv)]) {
    assert.deepEqual(contacts, [
      { external_id: '9007199254740993', custom_attributes: { crm: '12345678901234567890' } },
    ]);
  }
});

test('a file without read permission is reported in a sentence', async () => {
  await assert.rejects(readContacts(join(folder, 'nowhere.csv')), {
    name: 'UsageError',
    message: /nowhere\.csv cannot be read \(ENOENT\)\.$/,
  });
});

for (const [what, text] of [
  [
    'a heading line that ends as on Windows and rows that do not',
    'external_id;name\r\nada;Ada\nbob;"Bob; Jr."\n',
  ],
  [
    'rows that end as on Windows and a heading line that does not',
    'external_id;name\nada;Ada\r\nbob;"Bob; Jr."\r\n',
  ],
  ['lines that end as on an old Mac', 'external_id;name\rada;Ada\rbob;"Bob; Jr."\r'],
  ['blank lines around the headings', '\n;\nexternal_id;name\n\nada;Ada\n\nbob;"Bob; Jr."\n'],
] as const) {
  test(`no row is lost of a file with ${what}`, async () => {
    assert.deepEqual((await read(text)).contacts, [
      { external_id: 'ada', name: 'Ada' },
      { external_id: 'bob', name: 'Bob; Jr.' },
    ]);
  });
}

const UMLAUTS = 'external_id;name\r\nada;Åda Löwe\r\n';

for (const [encoding, bytes] of [
  ['utf-8', Buffer.from(UMLAUTS)],
  ['utf-16le', Buffer.from(`\ufeff${UMLAUTS}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${UMLAUTS}`, 'utf16le').swap16()],
  // The letters in which it says the same as Latin-1.
  ['windows-1252', Buffer.from(UMLAUTS, 'latin1')],
] as const) {
  test(`a file that a spreadsheet saved as ${encoding} is read correctly, in the command and in the panel`, async () => {
    const found = await read(bytes);
    assert.deepEqual(found.contacts, [{ external_id: 'ada', name: 'Åda Löwe' }]);
    assert.equal(found.encoding, encoding);
    const { rows } = await readContactFile(new Blob([bytes]), 'contacts.csv');
    assert.deepEqual(rows, [['ada', 'Åda Löwe']]);
  });
}

test('a quote that closes too early and swallows rows is refused, and one that swallows none is accepted', async () => {
  const row = (quoted: string): string => `external_id,name\n1,Ann\n2,${quoted}\n3,"Cy"\n4,Di\n`;
  for (const csv of [row('"Bob" Lee'), row('"Bob" Lee').replaceAll('\n', '\r')])
    await assert.rejects(read(csv), { name: 'UsageError', message: /quote .* in row 3 / });
  assert.deepEqual(
    (await read(row('"say "hi" now"'))).contacts.map(({ name }) => name),
    ['Ann', 'say "hi" now', 'Cy', 'Di'],
  );
});

test('spaces around a value do not count, so the same person has the same id in the command and in the panel', async () => {
  const csv = 'external_id, name\n 7 , Ada\n';
  assert.deepEqual((await read(csv)).contacts, [{ external_id: '7', name: 'Ada' }]);
  assert.deepEqual((await readContactFile(new Blob([csv]), 'contacts.csv')).rows, [['7', 'Ada']]);
});

test('a workbook named .csv is refused with what to do', async () => {
  await assert.rejects(read(Buffer.from('PK\x03\x04\x14\x00\x06\x00\xff\xfe', 'latin1')), {
    name: 'UsageError',
    message: 'The file is not text. Save a workbook as CSV first.',
  });
});

test('a heading a letter or two away from a known one becomes an attribute, with a question', async () => {
  const { taken, doubtful } = await read('external_id,Vornme,phnoe,Ort\nada,Ada,1,London\n');
  assert.deepEqual(
    taken.map(({ target }) => target),
    ['attribute', 'attribute', 'attribute'],
  );
  assert.deepEqual(doubtful, [
    { column: 'Vornme', name: 'Vorname' },
    { column: 'phnoe', name: 'phone' },
  ]);
});

test('if the only column of ids is mistyped, the refusal names it', async () => {
  await assert.rejects(read('exernal_id,name\nada,Ada\n'), {
    message:
      'No column holds an id, an email address or a phone number.\nIs "exernal_id" meant to be "external id"? If so, rename the column.',
  });
});
