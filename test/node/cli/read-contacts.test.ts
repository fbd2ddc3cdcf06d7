import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readContacts } from '../../../src/cli/contact-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-chat-contacts-'));

after(() => rmSync(folder, { recursive: true }));

for (const hint of ['sep=;\n', '\ufeff"sep=;"\r\n', 'SEP=;\r\n']) {
  test(`a file that begins with ${JSON.stringify(hint)}, as Excel likes it, is read from its headings on`, async () => {
    const file = join(folder, 'contacts.csv');
    writeFileSync(file, `${hint}external_id;name\nada;Ada\nbob;"Bob; Jr."\n`);
    assert.deepEqual(
      [...(await readContacts(file))],
      [
        { external_id: 'ada', name: 'Ada' },
        { external_id: 'bob', name: 'Bob; Jr.' },
      ],
    );
  });
}

test('the row of a fault is the one in the file, the line for Excel counted', async () => {
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, 'sep=;\nexternal_id;custom_attributes\nada;{}\nbob;{\n');
  const contacts = await readContacts(file);
  assert.throws(() => [...contacts], /Row 4: custom_attributes must be JSON/);
});

test('an apostrophe that a name begins with stays, and one that an export put in front of a cell goes', async () => {
  const file = join(folder, 'contacts.csv');
  const written = ["'t Hooft", "''s-Gravenhage", "'=1+1", "'+49 30 1", "'"];
  writeFileSync(file, `external_id,name\n${written.map((name, i) => `${i},${name}`).join('\n')}\n`);
  assert.deepEqual(
    Array.from(await readContacts(file), contact => (contact as { name: string }).name),
    ["'t Hooft", "'s-Gravenhage", '=1+1', '+49 30 1', "'"],
  );
});

for (const [what, text, expected] of [
  ['a heading that is no column', 'external_id,Email\na,\nb,b@x.example\n', /^Row 3: "Email" is no column/],
  ['a cell without a heading', 'external_id,name\na,Ann,\nb,Smith, John\n', /^Row 3: has more cells than/],
] as const) {
  test(`what stands under ${what} is not lost in silence`, async () => {
    const file = join(folder, 'contacts.csv');
    writeFileSync(file, text);
    const contacts = await readContacts(file);
    assert.throws(() => [...contacts], { name: 'UsageError', message: expected });
  });
}

test('what the interface answers when it lists contacts, and what it takes to create them, is read', async () => {
  const file = join(folder, 'contacts.json');
  for (const name of ['data', 'users']) {
    writeFileSync(file, JSON.stringify({ message: 'ok', [name]: [{ external_id: 'ada' }], total: 1 }));
    assert.deepEqual([...(await readContacts(file))], [{ external_id: 'ada' }]);
  }
});

test('a JSON file with a mark of its encoding at its beginning, as Windows writes it, is read', async () => {
  const file = join(folder, 'contacts.json');
  writeFileSync(file, '\ufeff[{"external_id":"ada"}]');
  assert.deepEqual([...(await readContacts(file))], [{ external_id: 'ada' }]);
});

test('a file that may not be read is said in a sentence', async () => {
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
    const file = join(folder, 'contacts.csv');
    writeFileSync(file, text);
    assert.deepEqual(
      [...(await readContacts(file))],
      [
        { external_id: 'ada', name: 'Ada' },
        { external_id: 'bob', name: 'Bob; Jr.' },
      ],
    );
  });
}

test('the row of a fault is the one in the file, blank lines counted', async () => {
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, 'external_id,custom_attributes\n\nada,{}\n\nbob,{\n');
  const contacts = await readContacts(file);
  assert.throws(() => [...contacts], /Row 5: custom_attributes must be JSON/);
});

test('a cell under a heading that stands there twice is not lost in silence', async () => {
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, 'external_id,name,name\nada,Ada,\nbob,Bob,Robert\n');
  const contacts = await readContacts(file);
  assert.throws(() => [...contacts], { name: 'UsageError', message: 'Row 3: name has two columns.' });
});
