import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRows, readKnownContacts } from '../../../src/elements/admin/contacts/check-rows.ts';
import { readContactFile } from '../../../src/elements/admin/contacts/contact-file.ts';
import { exportContacts, importReport } from '../../../src/elements/admin/contacts/export-contacts.ts';
import { rowFaultMessage } from '../../../src/elements/admin/contacts/import-messages.ts';
import { ImportRun } from '../../../src/elements/admin/contacts/import-run.ts';
import { readJsonEntries } from '../../../src/elements/admin/contacts/json-entries.ts';
import { AdminClient } from '../../../src/elements/admin/session/admin-client.ts';
import { de } from '../../../src/locales/admin/de.ts';
import { en } from '../../../src/locales/admin/en.ts';
import { guessMapping } from '../../../src/protocol/contact-import/column-mapping.ts';
import type { Contact } from '../../../src/protocol/contacts.ts';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';
import { workSince } from '../work.ts';

const NOBODY = { ids: new Set<string>(), emails: new Set<string>() };

function clientOf(server: AdminServer): AdminClient {
  const client = new AdminClient({ endpoint: 'http://admin.test', agentId: AGENT_ID, fetch: server.fetch });
  client.useToken(ADMIN_TOKEN);
  return client;
}

async function check(text: string, known = NOBODY, name = 'contacts.json') {
  const table = await readContactFile(new Blob([text]), name);
  return checkRows(table, guessMapping(table.columns, table.rows), known, () => {});
}

const people = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ external_id: `c${i}`, email: `p${i}@shop.example` }));

/** What a file has in it, its byte order mark included. */
async function textOf(parts: Blob[]): Promise<string> {
  return Buffer.from(await new Blob(parts).arrayBuffer()).toString();
}

test('maps the usual columns and keeps the others as attributes', () => {
  assert.deepEqual(guessMapping(['Customer ID', 'Full name', 'E-Mail', 'Phone', 'Tier', 'created_at']), [
    'external_id',
    'name',
    'email',
    'phonenumber',
    'attribute',
    '',
  ]);
  assert.deepEqual(guessMapping(['id', 'name']), ['external_id', 'name']);
  assert.deepEqual(guessMapping(['id', 'external_id']), ['', 'external_id']);
  assert.deepEqual(guessMapping(['Constructor', '__proto__']), ['attribute', 'attribute']);
});

test('maps id, email and name in exports of other systems', async () => {
  const ada = { external_id: '7', name: 'Ada Lovelace', email: 'ada@shop.example' };
  for (const csv of [
    '"Record ID","First Name","Last Name","Email"\n"7","Ada","Lovelace","ada@shop.example"',
    'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME\n7;ada@shop.example;Ada;Lovelace',
    'Email Address,First Name,Last Name,EUID\nada@shop.example,Ada,Lovelace,7',
    'First Name,Middle Name,Last Name,E-mail 1 - Value,id\nAda,,Lovelace,ada@shop.example,7',
    'Contact ID,Customer ID,Full name,First Name,Email\n,7,Ada Lovelace,,ada@shop.example',
  ]) {
    assert.deepEqual((await check(csv, NOBODY, 'contacts.csv'))[0]!.input, ada, csv);
  }
});

test('maps columns named in other languages', () => {
  for (const columns of [
    ['Kundennr.', 'Vorname', 'Nachname', 'E-Mail-Adresse', 'Mobiltelefon'],
    ['N° client', 'Prénom', 'Nom', 'Adresse e-mail', 'Téléphone'],
    ['ID de cliente', 'Nombre', 'Apellidos', 'Correo electrónico', 'Teléfono'],
    ['Codice cliente', 'Nome', 'Cognome', 'Indirizzo e-mail', 'Cellulare'],
    ['Código do cliente', 'Nome', 'Sobrenome', 'Endereço de e-mail', 'Telemóvel'],
    ['Klantnummer', 'Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer'],
    ['Numer klienta', 'Imię', 'Nazwisko', 'Adres e-mail', 'Telefon'],
    ['Müşteri no', 'Adı', 'Soyadı', 'E-posta', 'Cep telefonu'],
    ['顧客番号', '姓', '名', 'メールアドレス', '電話番号'],
    ['客户编号', '姓', '名', '电子邮件', '手机'],
    ['고객번호', '성', '이름', '이메일', '전화번호'],
    ['رقم العميل', 'الاسم الأول', 'اسم العائلة', 'البريد الإلكتروني', 'رقم الهاتف'],
    ['מספר לקוח', 'שם פרטי', 'שם משפחה', 'דואר אלקטרוני', 'טלפון'],
    ['ग्राहक संख्या', 'नाम', 'उपनाम', 'ईमेल', 'फ़ोन'],
  ]) {
    const fields = ['external_id', 'name', 'name', 'email', 'phonenumber'];
    assert.deepEqual(guessMapping(columns), fields, columns.join());
  }
});

test('recognizes a column of email addresses by its values', () => {
  const rows = [
    ['12 Mill Lane', 'ann@shop.example'],
    ['', 'no address'],
    ['@home', 'bob@shop.example'],
  ];
  assert.deepEqual(guessMapping(['Where', 'Reach at'], rows), ['attribute', 'email']);
  assert.deepEqual(guessMapping(['Email', 'Reach at'], rows), ['email', 'attribute']);
});

test('uses the email address or else the phone number as id if the file has none', async () => {
  const csv =
    'Name;E-Mail;Telefon\nAnn;Ann@Shop.example;1\nBob;;+49 30 2\nCy;;\nDi;ann@shop.example ;3\nEd;no address;4\n';
  const rows = await check(csv, NOBODY, 'contacts.csv');
  assert.deepEqual(
    rows.map(({ state, input }) => [state, input.external_id]),
    [
      ['ready', 'ann@shop.example'],
      ['ready', '+49 30 2'],
      ['invalid', undefined],
      ['duplicate', 'ann@shop.example'],
      ['invalid', 'no address'],
    ],
  );
  assert.equal(rows[0]!.input.email, 'Ann@Shop.example');
  assert.equal(rowFaultMessage(rows[4]!.fault!, en), 'Email: Enter an address such as ann@shop.example.');
});

test('rejects a row without an id if the file has a column for it', async () => {
  const rows = await check(
    'Customer ID,Email\n1,ann@shop.example\n,bob@shop.example\n',
    NOBODY,
    'contacts.csv',
  );
  assert.deepEqual(
    rows.map(row => row.state),
    ['ready', 'invalid'],
  );
});

test('reads a list of addresses without a heading row', async () => {
  for (const [csv, first] of [
    ['ann@shop.example\nbob@shop.example\n', { email: 'ann@shop.example' }],
    [
      '\ufeff"Ann";ann@shop.example\nBob;bob@shop.example\n',
      { email: 'ann@shop.example', custom_attributes: { 'column 1': 'Ann' } },
    ],
  ] as const) {
    const rows = await check(csv, NOBODY, 'contacts.csv');
    assert.deepEqual(
      rows.map(row => row.input.external_id),
      ['ann@shop.example', 'bob@shop.example'],
    );
    assert.deepEqual(rows[0]!.input, { external_id: 'ann@shop.example', ...first });
  }
});

test('puts a first name before the last, whichever column comes first', async () => {
  for (const [columns, cells, name] of [
    ['Nachname;Vorname', 'Lovelace;Ada', 'Ada Lovelace'],
    ['Nom;Prénom', 'Curie;Marie', 'Marie Curie'],
    ['First Name;Middle Name;Last Name', 'Ada;King;Lovelace', 'Ada King Lovelace'],
    ['姓;名', '山田;太郎', '山田 太郎'],
  ] as const) {
    const [row] = await check(`${columns};Email\n${cells};a@shop.example\n`, NOBODY, 'contacts.csv');
    assert.equal(row!.input.name, name);
  }
});

test('keeps multi-byte characters intact in a file of any length', async () => {
  const names = Array.from({ length: 30_000 }, (_, i) => 'é李👩'.repeat(1 + (i % 3)));
  const csv = `external_id,name\n${names.map((name, i) => `c${i},${name}`).join('\n')}`;
  let progress = 0;
  const { rows } = await readContactFile(new Blob([csv]), 'contacts.csv', {
    onProgress: read => {
      progress = read;
    },
  });
  assert.deepEqual(
    rows.map(row => row[1]),
    names,
  );
  assert.equal(progress, names.length);
});

test('reads CSV as spreadsheets on Windows write it', async () => {
  const csv = Buffer.from('external_id,name\n1,M\u00fcller', 'latin1');
  assert.deepEqual((await readContactFile(new Blob([csv]), 'contacts.csv')).rows, [['1', 'Müller']]);
  const wide = Buffer.from('\ufeffexternal_id,name\n1,李', 'utf16le');
  assert.deepEqual(await readContactFile(new Blob([wide]), 'contacts.csv'), {
    columns: ['external_id', 'name'],
    rows: [['1', '李']],
    numbers: [2],
  });
  for (const hint of ['sep=;\r\n', '\ufeffsep=;\n', '"sep=;"\r\n']) {
    assert.deepEqual(
      await readContactFile(new Blob([`${hint}external_id;name\r\n1;Ann`]), 'contacts.csv'),
      { columns: ['external_id', 'name'], rows: [['1', 'Ann']], numbers: [2] },
      JSON.stringify(hint),
    );
  }
});

test('reads every row of a file with mixed line endings', async () => {
  const inputs = async (csv: string) => (await check(csv, NOBODY, 'contacts.csv')).map(row => row.input);
  const both = [
    { external_id: '1', name: 'Ann' },
    { external_id: '2', name: 'two\r\nlines' },
    { external_id: '3', name: "'" },
  ];
  for (const csv of [
    'external_id,name\r\n1,Ann\n2,"two\r\nlines"\n3,\'\n',
    'external_id,name\n1,Ann\r\n2,"two\r\nlines"\r\n3,\'\r\n',
    'external_id,name\r1,Ann\r2,"two\r\nlines"\r3,\'\r',
  ]) {
    assert.deepEqual(await inputs(csv), both, JSON.stringify(csv));
  }
});

test('gives a column to cells without a heading', async () => {
  const [ann, bob] = await check('external_id,name,\n1,Miller, Ann,\n2,Bob,,\n', NOBODY, 'contacts.csv');
  assert.deepEqual(ann!.input, {
    external_id: '1',
    name: 'Miller',
    custom_attributes: { 'column 3': 'Ann' },
  });
  assert.deepEqual(bob!.input, { external_id: '2', name: 'Bob' });
  const wider = await check('external_id,name\n1,Miller, Ann\n', NOBODY, 'contacts.csv');
  assert.deepEqual(wider[0]!.input.custom_attributes, { 'column 3': 'Ann' });
});

test('rejects CSV with an unclosed quote, and says where it opens', async () => {
  await assert.rejects(check('external_id,name\n1,Ada\n2,"Grace\n3,Joan\n', NOBODY, 'contacts.csv'), {
    kind: 'open-quote',
    row: 3,
  });
});

test('rejects CSV with a quote inside a cell that swallows rows, and says where', async () => {
  const csv =
    'external_id,name,email\n1,Ann,a@shop.example\n2,"Bob" Lee,b@shop.example\n3,"Cy",c@shop.example\n4,D,d@shop.example\n';
  await assert.rejects(readContactFile(new Blob([csv]), 'contacts.csv'), { kind: 'open-quote', row: 3 });
  const harmless = await readContactFile(new Blob(['external_id,name\n1,"say "hi" now"\n2,Bob\n']), 'a.csv');
  assert.deepEqual(harmless.rows, [
    ['1', 'say "hi" now'],
    ['2', 'Bob'],
  ]);
});

test('numbers rows as a spreadsheet does, with headings and blank rows', async () => {
  const rows = async (csv: string) => {
    const checked = await check(csv, NOBODY, 'contacts.csv');
    return checked.map(({ number, fault }) => (fault ? `${number} ${rowFaultMessage(fault, en)}` : number));
  };
  assert.deepEqual(await rows('external_id,name\n1,"two\nlines"\n\n,nobody\n1,Ann\n'), [
    2,
    '4 The ID is missing.',
    '5 Your ID: same as in row 2.',
  ]);
  // Excel takes this line for itself.
  assert.deepEqual(await rows('sep=;\nexternal_id;name\n1;Ann\n'), [2]);
  assert.deepEqual(await rows('ann@shop.example\nbob@shop.example\n'), [1, 2]);
  const long = Array.from({ length: 30_000 }, (_, i) => `c${i},some name\n`).join('');
  assert.equal((await rows(`external_id,name\n${long}`)).at(-1), 30_001);
});

test('says that a workbook must be saved as CSV', async () => {
  const start = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0x0a, 0x41]);
  await assert.rejects(readContactFile(new Blob([start]), 'contacts.xlsx'), { kind: 'no-text' });
});

test('says that a file has no contact', async () => {
  for (const [text, name] of [
    ['', 'contacts.csv'],
    ['external_id,name\n', 'contacts.csv'],
    ['[]', 'contacts.json'],
    ['{"users":[]}', 'contacts.json'],
    ['[1,2,3]', 'contacts.json'],
    ['[{},null]', 'contacts.json'],
  ] as const) {
    await assert.rejects(check(text, NOBODY, name), { kind: 'no-contact' }, JSON.stringify(text));
  }
});

test('explains each invalid row before anything is sent', async () => {
  const rows = await check(
    JSON.stringify([
      { external_id: 'a', email: 'A@shop.example' },
      { external_id: 'b', email: 'not an address' },
      { email: 'c@shop.example' },
      { external_id: 'a' },
      { external_id: 'd', email: ' a@SHOP.example ' },
      { external_id: 'known' },
      { external_id: 7, name: 'x'.repeat(300) },
      { external_id: 'e', custom_attributes: 'no object' },
    ]),
    { ids: new Set(['known']), emails: new Set() },
  );
  assert.deepEqual(
    rows.map(row => [row.state, row.fault ? rowFaultMessage(row.fault, en) : '']),
    [
      ['ready', ''],
      ['invalid', 'Email: Enter an address such as ann@shop.example.'],
      ['invalid', 'The ID is missing.'],
      ['duplicate', 'Your ID: same as in row 1.'],
      ['duplicate', 'Email: same as in row 1.'],
      ['exists', 'Your ID: already exists.'],
      ['invalid', 'Name: Enter no more than 255 characters.'],
      ['invalid', 'Attributes: Must be a JSON object.'],
    ],
  );
});

test('rejects an attribute called __proto__, and changes no prototype', async () => {
  const [row, fine] = await check(
    '[{"external_id":"a","__proto__":"x","Tier":"gold"},{"external_id":"b","Tier":"gold"}]',
  );
  assert.equal(row!.state, 'invalid');
  assert.deepEqual(row!.fault, { kind: 'field', field: 'custom_attributes' });
  assert.equal(Object.getPrototypeOf(row!.input.custom_attributes), Object.prototype);
  assert.equal(fine!.state, 'ready');
});

test('reads JSON as an array, inside users or data, and as one object per line', async () => {
  for (const text of [
    '[{"external_id":"a"}]',
    '{"users":[{"external_id":"a"}]}',
    '{"data":[{"external_id":"a"}]}',
  ]) {
    assert.equal((await check(text))[0]?.input.external_id, 'a');
  }
  assert.equal((await check('{"external_id":"a"}\n{"external_id":"b"}\n')).length, 2);
  await assert.rejects(check('[{"external_id":'), { kind: 'broken-entry', row: 1 });
});

test('reads JSON in Windows encodings, and with the list anywhere in the object', async () => {
  const json = '{"total":1,"pages":{"page":1},"more":false,"data":[{"external_id":"1","name":"Änne"}]}';
  const files = [
    new Blob([json]),
    new Blob([Buffer.from(`\ufeff${json}`, 'utf16le')]),
    new Blob([Buffer.from(json, 'latin1')]),
  ];
  for (const file of files) {
    const { rows } = await readContactFile(file, 'contacts.json');
    assert.deepEqual(rows, [['1', 'Änne']]);
  }
});

test('keeps every digit of a number beyond 2^53, in an id and in an attribute', async () => {
  const entry =
    '{"external_id":9007199254740993,"phonenumber":7,"custom_attributes":{"crm":-12345678901234567890,"paid":1.5},"note":"\\"99999999999999999999"}';
  const attributes = { crm: '-12345678901234567890', paid: 1.5, note: '"99999999999999999999' };
  for (const text of [`[${entry}]`, `{"users":[${entry}]}`, `${entry}\n${entry.replace('993', '995')}`]) {
    const [row] = await check(text);
    assert.deepEqual(row, {
      number: 1,
      state: 'ready',
      input: { external_id: '9007199254740993', phonenumber: '7', custom_attributes: attributes },
    });
  }
  const csv = 'external_id,custom_attributes\na,"{""crm"":12345678901234567890}"';
  const [row] = await check(csv, NOBODY, 'contacts.csv');
  assert.deepEqual(row?.input.custom_attributes, { crm: '12345678901234567890' });
  const neighbours = await check('[{"external_id":9007199254740992},{"external_id":9007199254740993}]');
  assert.deepEqual(
    neighbours.map(({ state }) => state),
    ['ready', 'ready'],
  );
  await assert.rejects(check('[{"external_id":09007199254740993}]'), { kind: 'broken-entry', row: 1 });
});

test('sends at most 1000 contacts per request and reports each row', async () => {
  const server = new AdminServer();
  const rows = await check(JSON.stringify(people(2500)));
  const run = new ImportRun(clientOf(server), rows, () => {});
  await run.start();
  assert.equal(run.status, 'finished');
  assert.deepEqual(
    server.seen.map(({ body }) => (body as { users: unknown[] }).users.length),
    [1000, 1000, 500],
  );
  assert.ok(rows.every(row => row.state === 'created'));
  assert.deepEqual(
    server.contacts.map(contact => contact.external_id),
    people(2500).map(person => person.external_id),
  );
});

test('narrows a conflict down to its rows and creates all others in order', async () => {
  const server = new AdminServer();
  server.contacts.push({ external_id: 'c3' }, { external_id: 'other', email: 'P997@SHOP.example' });
  const rows = await check(JSON.stringify(people(1200)));
  await new ImportRun(clientOf(server), rows, () => {}).start();
  assert.deepEqual(
    rows.filter(row => row.state !== 'created').map(row => [row.number, row.state]),
    [
      [4, 'exists'],
      [998, 'exists'],
    ],
  );
  const created = server.contacts.slice(2).map(contact => contact.external_id);
  assert.equal(created.length, 1198);
  assert.deepEqual(
    created,
    rows.filter(row => row.state === 'created').map(row => row.input.external_id),
  );
});

/** A client on a line that loses the answer to the first batch after the server has taken it. */
function losingFirstAnswer(server: AdminServer, onLoss: () => void = () => {}): AdminClient {
  const client = new AdminClient({
    endpoint: 'http://admin.test',
    agentId: AGENT_ID,
    fetch: async (input, init) => {
      const response = await server.fetch(input, init);
      if (response.status !== 201 || server.contacts.length > 1000) return response;
      onLoss();
      throw new TypeError('Failed to fetch');
    },
  });
  client.useToken(ADMIN_TOKEN);
  return client;
}

test('recognizes a request whose response got lost, and sends nothing twice', async () => {
  const server = new AdminServer();
  const client = losingFirstAnswer(server);
  const rows = await check(JSON.stringify(people(1500)));
  const run = new ImportRun(
    client,
    rows,
    () => {},
    async () => {},
  );
  await run.start();
  assert.equal(run.status, 'finished');
  assert.ok(rows.every(row => row.state === 'created'));
  assert.equal(server.contacts.length, 1500);
});

test('counts rows as created if the browser itself repeated the request', async () => {
  const server = new AdminServer();
  let posts = 0;
  const client = new AdminClient({
    endpoint: 'http://admin.test',
    agentId: AGENT_ID,
    fetch: async (input, init) => {
      if (init?.method === 'POST' && posts++ === 0) await server.fetch(input, init);
      return server.fetch(input, init);
    },
  });
  client.useToken(ADMIN_TOKEN);
  const rows = await check(JSON.stringify(people(1500)));
  await new ImportRun(client, rows, () => {}).start();
  assert.deepEqual([...new Set(rows.map(row => row.state))], ['created']);
  assert.equal(server.contacts.length, 1500);
  assert.equal(posts, 2, 'no request is halved');
});

test('pauses at once during a wait for a busy service, and says why', async () => {
  const server = new AdminServer();
  server.intercept = () => new Response('', { status: 429, headers: { 'Retry-After': '300' } });
  const run = new ImportRun(clientOf(server), await check(JSON.stringify(people(2))), () => {});
  const running = run.start();
  while (server.seen.length === 0) await new Promise(setImmediate);
  run.pause();
  await running;
  assert.equal(run.status, 'paused');
  assert.equal(run.fault?.code, 'rate_limited');
  server.intercept = undefined;
  await run.start();
  assert.equal(server.contacts.length, 2);
});

test('pauses while the service is down, and resumes where it stopped', async () => {
  const server = new AdminServer();
  const rows = await check(JSON.stringify(people(1500)));
  const waits: number[] = [];
  const run = new ImportRun(
    clientOf(server),
    rows,
    () => {},
    async ms => {
      waits.push(ms);
    },
  );
  server.down = true;
  await run.start();
  assert.equal(run.status, 'paused');
  assert.equal(run.fault?.code, 'offline');
  assert.deepEqual(waits, [1000, 2000, 4000, 8000]);
  server.down = false;
  await run.start();
  assert.equal(run.status, 'finished');
  assert.equal(server.contacts.length, 1500);
});

test('recognizes a lost response also after a pause caused by the connection', async () => {
  const server = new AdminServer();
  const client = losingFirstAnswer(server, () => {
    server.down = true;
  });
  const rows = await check(JSON.stringify(people(1500)));
  const run = new ImportRun(
    client,
    rows,
    () => {},
    async () => {},
  );
  await run.start();
  assert.equal(run.status, 'paused');
  server.down = false;
  await run.start();
  assert.equal(run.status, 'finished');
  assert.deepEqual([...new Set(rows.map(row => row.state))], ['created']);
  assert.equal(server.contacts.length, 1500);
});

test('counts no row as created if a captive portal answers', async () => {
  const server = new AdminServer();
  const rows = await check(JSON.stringify(people(3)));
  server.intercept = () => new Response('<title>Sign in to this network</title>');
  const run = new ImportRun(
    clientOf(server),
    rows,
    () => {},
    async () => {},
  );
  await run.start();
  assert.equal(run.status, 'paused');
  assert.equal(run.fault?.code, 'unreadable');
  server.intercept = undefined;
  await run.start();
  assert.equal(server.contacts.length, 3);
});

const { signal } = new AbortController();

/** The second page of a service that is too busy for it at first. */
function busyOnce(server: AdminServer): AdminClient {
  const answers = [503, 429];
  const client = new AdminClient({
    endpoint: 'http://admin.test',
    agentId: AGENT_ID,
    fetch: async (input, init) => {
      const status = String(input).includes('page=2&') ? answers.pop() : undefined;
      const headers = { 'Retry-After': '0' };
      return status ? new Response('', { status, headers }) : server.fetch(input, init);
    },
  });
  client.useToken(ADMIN_TOKEN);
  return client;
}

test('retries a later page, for an export and for a check', async () => {
  const server = new AdminServer();
  server.contacts.push(...people(2300));
  const json = await textOf(await exportContacts(busyOnce(server), 'json', () => {}, signal));
  assert.equal((JSON.parse(json) as unknown[]).length, 2300);
  assert.equal((await readKnownContacts(busyOnce(server), signal)).ids.size, 2300);
});

test('fails at once if the first page of an export cannot be read', async () => {
  const server = new AdminServer();
  server.down = true;
  await assert.rejects(
    exportContacts(clientOf(server), 'csv', () => {}, signal),
    { code: 'offline' },
  );
  assert.equal(server.seen.length, 1);
});

test('requests no more pages after an export is stopped', async () => {
  const server = new AdminServer();
  server.contacts.push(...people(5000));
  const stop = new AbortController();
  const pages: number[] = [];
  const onProgress = (done: number): void => {
    pages.push(done);
    if (done === 2000) stop.abort();
  };
  await assert.rejects(exportContacts(clientOf(server), 'csv', onProgress, stop.signal), {
    name: 'AbortError',
  });
  assert.deepEqual(pages, [1000, 2000]);
});

test('exports all pages, and no cell can run as a formula', async () => {
  const server = new AdminServer();
  server.contacts.push(...people(2300), { external_id: '=1+1', name: '@SUM(A1)', phonenumber: '+49 30 1' });
  const seen: number[] = [];
  const csv = await textOf(await exportContacts(clientOf(server), 'csv', done => seen.push(done), signal));
  assert.deepEqual(seen, [1000, 2000, 2301]);
  for (const line of csv.replace(/^\ufeff/, '').split('\r\n')) {
    assert.doesNotMatch(line, /(?:^|,)"?[=+\-@\t]/);
  }
  const json = await textOf(await exportContacts(clientOf(server), 'json', () => {}, signal));
  assert.equal((JSON.parse(json) as unknown[]).length, 2301);
});

test('no cell with several lines runs as a formula, and apostrophes of a name survive', async () => {
  const server = new AdminServer();
  server.contacts.push({ external_id: '=HYPERLINK("https://evil.example")\n', name: "'Abd\nal-Rahman" });
  server.contacts.push({ external_id: "'=1", name: "''" });
  const csv = await textOf(await exportContacts(clientOf(server), 'csv', () => {}, signal));
  assert.match(csv, /,"'=HYPERLINK/);
  const rows = await check(csv, NOBODY, 'contacts.csv');
  assert.deepEqual(
    rows.map(({ input }) => [input.external_id.trim(), input.name]),
    server.contacts.map(({ external_id, name }) => [external_id.trim(), name]),
  );
});

test('no cell runs as a formula in a spreadsheet that splits at semicolons', async () => {
  const server = new AdminServer();
  const names = [
    ';=1+1',
    'a;+1',
    "a;'=1",
    'a\t@b',
    'a\n-1',
    "';\t=1",
    ';;=1',
    'Bob; Jr.',
    "a;b'=c",
    '＝1＋1',
    'a;＠b',
    '－1',
    'a;"=1+1;b',
    '"=1',
    'a\t""+1\tb',
    'a;"\'=1',
  ];
  server.contacts.push(...names.map((name, i) => ({ external_id: `p${i}`, name })));
  const csv = await textOf(await exportContacts(clientOf(server), 'csv', () => {}, signal));
  for (const line of csv.split(/[\r\n]+/)) assert.doesNotMatch(line, /(?:^|[,;\t])"*[=+\-@＝＋－＠]/);
  const rows = await check(csv, NOBODY, 'contacts.csv');
  assert.deepEqual(
    rows.map(({ input }) => input.name),
    names,
  );
});

test('exports every digit of a number beyond 2^53', async () => {
  const page =
    '{"message":"","data":[{"id":"1","external_id":"a","custom_attributes":{"crm":12345678901234567890}}],"total":1,"pages":{"page":1,"per_page":1000,"total_pages":1}}';
  const fetch = async () => new Response(page, { headers: { 'Content-Type': 'application/json' } });
  const client = new AdminClient({ endpoint: 'http://admin.test', agentId: AGENT_ID, fetch });
  for (const kind of ['csv', 'json'] as const) {
    const text = await textOf(await exportContacts(client, kind, () => {}, signal));
    assert.match(text, /\b12345678901234567890\b/, kind);
  }
});

test('an exported contact is imported unchanged', async () => {
  const contact: Contact = {
    id: 'internal',
    external_id: '-7',
    name: '=cmd|" /C calc"!A0',
    email: 'ann@shop.example',
    phonenumber: '+49 30 123',
    payment_accounts: [{ label: 'main', payment_id: '1' }],
    custom_attributes: { tier: 'gold', n: 3 },
    created_at: 1,
    updated_at: 2,
  };
  const { id: _, created_at: __, updated_at: ___, ...sent } = contact;
  const server = new AdminServer();
  server.contacts.push({ ...contact });
  for (const format of ['csv', 'json'] as const) {
    const file = await textOf(await exportContacts(clientOf(server), format, () => {}, signal));
    const [row] = await check(file, NOBODY, `contacts.${format}`);
    assert.deepEqual(row!.input, sent, format);
  }
});

test('keeps a leading apostrophe in JSON', async () => {
  const contact = { external_id: "'-7", name: "'=1 ", phonenumber: ' ' };
  const [row] = await check(JSON.stringify([contact]));
  assert.deepEqual(row!.input, { external_id: "'-7", name: "'=1 " });
});

test('the report lists every row in the language of the panel, without formulas', async () => {
  const rows = await check('[{"external_id":"=1","email":"a@b"},{"external_id":"=1"},{"email":5}]');
  assert.equal(
    await textOf(await importReport(rows, de)),
    '\ufeffrow,external_id,email,result,reason\r\n' +
      "1,'=1,a@b,not sent,\r\n" +
      "2,'=1,,duplicate,Eigene Kennung: wie in Zeile 1.\r\n" +
      '3,,5,invalid,Die Kennung fehlt.\r\n',
  );
});

test('reading JSON entry by entry gives the same as parsing it whole', async () => {
  const entries = [
    { external_id: 'a,]}"\\', custom_attributes: { list: [[1], { x: '}' }], text: 'ü\n\u2028' } },
    { external_id: 'b', n: -1.5e3 },
    {},
  ];
  for (const space of [0, 2]) {
    const list = JSON.stringify(entries, undefined, space);
    for (const text of [
      list,
      `\ufeff \n${list}\n`,
      `{"message":"fine, [1]","total":3,"data":${list},"pages":{"page":1}}`,
      `{ "users" : ${list} }`,
    ]) {
      assert.deepEqual(await readJsonEntries(text), entries);
    }
  }
  assert.deepEqual(await readJsonEntries(entries.map(entry => JSON.stringify(entry)).join('\n')), entries);
  assert.deepEqual(await readJsonEntries('[ ]'), []);
  assert.deepEqual(await readJsonEntries('{"external_id":"only"}'), [{ external_id: 'only' }]);
  for (const broken of [
    '[{}',
    '[{},]',
    '[{}] x',
    '{"users":[{}]',
    '{"users":[{}],}',
    '[{}}]',
    '["a]',
    '[,]',
    '7',
    '',
  ]) {
    await assert.rejects(readJsonEntries(broken), Error, broken);
  }
});

test('a cell of punctuation alone does not slow down the mapping', () => {
  const started = process.cpuUsage();
  assert.deepEqual(guessMapping(['note', 'mail'], [['@'.repeat(60_000), 'ada@example.com']]), [
    'attribute',
    'email',
  ]);
  assert.ok(workSince(started) < 1000);
});
