import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callCommand, type Outcome, runToEnd, startCommand } from './run-command.ts';

describe('managing a running service from the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-cli-'));
  const env = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  const run = (...args: string[]): Promise<Outcome> => callCommand(args, env);
  const runApart = (...args: string[]): Promise<Outcome> => runToEnd(args, env);
  let service: Awaited<ReturnType<typeof startCommand>>;
  let url: string;
  let agent: string;
  let firstKey: string;

  before(async () => {
    service = await startCommand(['service'], env, /at (\S+)\nAgent: (\S+)\nAPI key: (\S+)/);
    [, url, agent, firstKey] = service.match as unknown as [string, string, string, string];
  });
  after(async () => {
    service.child.kill('SIGKILL');
    await once(service.child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  const chat = async (key: string, agentId = agent): Promise<number> => {
    const response = await fetch(`${url}/api/v2/agents/${agentId}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{"message":"Hello"}',
    });
    await response.text();
    return response.status;
  };

  test('the key of the first start works and is printed once', async () => {
    assert.equal(await chat(firstKey), 200);
  });

  test('a folder without a database is reported as such, and no database is created in it', async () => {
    const DATA_DIR = join(folder, 'dta');
    for (const args of [
      ['keys', 'list'],
      ['keys', 'create'],
      ['agents', 'list'],
      ['ingest', '--forget', folder],
    ]) {
      const { code, stdout, stderr } = await callCommand(args, { DATA_DIR });
      assert.equal(code, 1, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /There is no store in .*dta\. Set DATA_DIR or --data-dir .*agent-chat start/);
      assert.equal(existsSync(DATA_DIR), false);
    }
    const made = await callCommand(['agents', 'create', '--new-workspace', 'Shop'], { DATA_DIR });
    assert.equal(made.code, 0, made.stderr);
    assert.equal((await callCommand(['agents', 'list'], { DATA_DIR })).code, 0);
  });

  test('a key is created, listed without being shown, and revoked while the service runs', async () => {
    const created = await runApart('keys', 'create', '--name', 'shop');
    assert.equal(created.code, 0, created.stderr);
    const [, id, key] = /Key (\S+) .*:\n(\S+)\n$/.exec(created.stdout)!;
    assert.equal(await chat(key!), 200);
    const listed = await run('keys', 'list');
    assert.match(listed.stdout, new RegExp(`${id}.*shop.*valid`));
    assert.ok(!listed.stdout.includes(key!) && !listed.stdout.includes(firstKey));
    assert.equal((await runApart('keys', 'revoke', id!)).code, 0);
    assert.equal(await chat(key!), 401);
    assert.equal((await runApart('keys', 'revoke', id!)).code, 0);
    assert.equal(await chat(key!), 401);
    const unknown = await run('keys', 'revoke', crypto.randomUUID());
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /No key has this id/);
  });

  test('an empty variable of a script opens no key to everybody, and names no workspace', async () => {
    const before = (await run('keys', 'list')).stdout;
    const open = await run('keys', 'create', '--allow', '');
    assert.equal(open.code, 1);
    assert.match(open.stderr, /--allow: entry 1 must be an IP address/);
    const agents = (await run('agents', 'list')).stdout;
    assert.equal((await run('agents', 'create', '--new-workspace', '')).code, 1);
    const long = await run('agents', 'create', '--name', 'x'.repeat(101));
    assert.match(long.stderr, /name: must have 1 to 100 characters/);
    assert.equal((await run('agents', 'list')).stdout, agents);
    assert.equal((await run('keys', 'list')).stdout, before);
  });

  test('a plan or workspace that would be ignored creates no agent', async () => {
    const { stdout: agents } = await run('agents', 'list');
    const plan = await run('agents', 'create', '--plan', 'plus');
    assert.equal(plan.code, 1);
    assert.match(plan.stderr, /--plan needs --new-workspace/);
    const two = await run('agents', 'create', '--workspace', agent, '--new-workspace', 'Second shop');
    assert.equal(two.code, 1);
    assert.match(two.stderr, /either --workspace or --new-workspace/);
    assert.equal((await run('agents', 'list')).stdout, agents);
  });

  test('no workspace is created for an agent that cannot be created', async () => {
    const { stdout: agents } = await run('agents', 'list');
    for (const [id, why] of [
      [agent, /An agent with this id exists/],
      ['shop', /--id: must be a UUID/],
    ] as const) {
      const refused = await run('agents', 'create', '--new-workspace', 'Second shop', '--id', id);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, why);
    }
    assert.equal((await run('agents', 'list')).stdout, agents);
    // With another workspace, a key would have to say which it is for.
    const { code, stdout } = await run('keys', 'create', '--name', 'of the only workspace');
    assert.equal(code, 0, stdout);
  });

  test('the keys of other workspaces do not open an agent of a new workspace', async () => {
    const created = await run('agents', 'create', '--new-workspace', 'Second shop', '--name', 'Bo');
    assert.equal(created.code, 0, created.stderr);
    const [, id, key] = /Agent (\S+) in[^\n]*\n.*: (\S+)\n/.exec(created.stdout)!;
    assert.equal(await chat(key!, id), 200);
    assert.equal(await chat(firstKey, id), 403);
    assert.match((await run('agents', 'list')).stdout, /Bo/);
    const unclear = await run('keys', 'create');
    assert.equal(unclear.code, 1);
    assert.match(unclear.stderr, /several workspaces/);
  });

  test('an agent id in capitals is the same agent for every command', async () => {
    const named = 'AAAAAAAA-2222-4333-8444-55555555555B';
    await run('agents', 'create', '--new-workspace', 'capitals', '--id', named);
    const document = join(folder, 'otters.txt');
    writeFileSync(document, 'Otters sleep in the water.');
    const contact = join(folder, 'capitals.json');
    writeFileSync(contact, '[{ "external_id": "ada" }]');
    for (const [args, expected] of [
      [['ingest', document], /^1 read \(1 passage\), /m],
      [['contacts', 'import', contact], /^Imported 1 contact\.$/m],
      [['contacts', 'export', join(folder, 'capitals.csv')], /^Exported 1 contact to /m],
    ] as const) {
      const { stdout, stderr } = await run(...args, '--agent', named);
      assert.match(stdout, expected, stderr);
    }
  });

  test('a workspace can be named too, and the list of keys says which one each key opens', async () => {
    const created = await run('agents', 'create', '--new-workspace', 'Corner shop');
    const workspace = /in workspace (\S+)\./.exec(created.stdout)![1]!;
    const made = await run('keys', 'create', '--workspace', 'Corner shop', '--name', 'by its name');
    assert.equal(made.code, 0, made.stderr);
    const { stdout } = await run('keys', 'list');
    assert.match(stdout, new RegExp(`by its name .* ${workspace}`));
    const unknown = await run('keys', 'create', '--workspace', 'Corner');
    assert.match(
      unknown.stderr,
      new RegExp(`No workspace has this id or name.*\n.*${workspace}.*Corner shop`, 's'),
    );
    await run('agents', 'create', '--new-workspace', 'Corner shop');
    const twice = await run('keys', 'create', '--workspace', 'Corner shop');
    assert.equal(twice.code, 1);
    assert.match(twice.stderr, /several workspaces of this name/);
  });

  test('a workspace or key id in capitals is the same one, and a misspelt workspace is an error', async () => {
    const created = await run('agents', 'create', '--new-workspace', 'of its own');
    const workspace = /in workspace (\S+)\./.exec(created.stdout)![1]!.toUpperCase();
    const { stdout } = await run('keys', 'create', '--workspace', workspace, '--name', 'for the till');
    assert.match((await run('keys', 'list', '--workspace', workspace)).stdout, /for the till/);
    assert.match((await run('agents', 'list', '--workspace', workspace)).stdout, /Assistant/);
    const [, id] = /Key (\S+) /.exec(stdout)!;
    assert.equal((await run('keys', 'revoke', id!.toUpperCase())).code, 0);
    for (const command of ['keys', 'agents']) {
      const misspelt = await run(command, 'list', '--workspace', workspace.slice(1));
      assert.equal(misspelt.code, 1);
      assert.match(misspelt.stderr, /No workspace has this id or name/);
    }
  });

  test('a name cannot end its row, move the cursor or change the direction of the text beside it', async () => {
    const { stdout: created } = await run(
      'agents',
      'create',
      '--new-workspace',
      'odd',
      '--name',
      'Zoë\u202e\u2028\u001b[2K',
    );
    const id = /Agent (\S+) in/.exec(created)![1]!;
    const row = (await run('agents', 'list')).stdout.split('\n').find(line => line.startsWith(id));
    assert.match(row ?? '', /^\S+ {2}Zoë {1,4}\[2K +0 {2}/);
  });

  test('an address that no citation can link to is refused with the name of its flag', async () => {
    const { code, stderr } = await run('ingest', folder, '--url', 'shop', '--agent', agent);
    assert.equal(code, 1);
    assert.match(stderr, /^agent-chat: --url: must begin with https/);
  });

  test('contacts are exported to CSV and JSON and imported unchanged, and no cell is a formula', async () => {
    const users = [
      {
        external_id: '=cmd|calc',
        name: '@Zoë, "the\nfirst"',
        email: 'zoe@shop.example',
        phonenumber: '+44 20 7946 0000',
        payment_accounts: [{ label: 'main', payment_id: '-1', payment_email: 'p@shop.example' }],
        custom_attributes: { note: 'mind;=1+1', list: [1, null] },
      },
      { external_id: "'quoted", name: "a;=1+1;'-2" },
      ...Array.from({ length: 1500 }, (_, i) => ({ external_id: `bulk-${i}` })),
    ];
    const json = join(folder, 'contacts.json');
    writeFileSync(json, JSON.stringify(users));
    const imported = await runApart('contacts', 'import', json, '--agent', agent);
    assert.match(imported.stdout, /Imported 1502 contacts/, imported.stderr);

    const csv = join(folder, 'export.csv');
    assert.equal((await runApart('contacts', 'export', csv, '--agent', agent)).code, 0);
    assert.equal(statSync(csv).mode & 0o777, 0o600, 'nobody else on the machine reads it');
    const text = readFileSync(csv, 'utf8');
    // Without the mark of its encoding Excel would show other letters in the place of "ë".
    assert.ok(text.startsWith('\ufeffid,external_id,'));
    assert.doesNotMatch(text, /(?:^|[\n,;]"?)[=+\-@\t\r]/);

    const second = /Agent (\S+)/.exec((await run('agents', 'create', '--new-workspace', 'copy')).stdout)![1]!;
    const back = await run('contacts', 'import', csv, '--agent', second);
    assert.equal(back.code, 0, back.stderr);
    const copies = [join(folder, 'a.json'), join(folder, 'b.json')] as const;
    await run('contacts', 'export', copies[0], '--agent', agent);
    await run('contacts', 'export', copies[1], '--agent', second);
    const [a, b] = copies.map(path =>
      (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>[]).map(
        ({ id, created_at, updated_at, ...rest }) => rest,
      ),
    );
    assert.equal(a?.length, 1502);
    assert.deepEqual(a, b);
  });

  test('a contact is deleted by its email, and an unknown one is reported', async () => {
    const file = join(folder, 'leaving.csv');
    writeFileSync(file, 'external_id,email\nleaving,leaving@shop.example\n');
    assert.equal((await run('contacts', 'import', file, '--agent', agent)).code, 0);
    const { code, stdout } = await run('contacts', 'delete', 'Leaving@shop.example', '--agent', agent);
    assert.deepEqual([code, stdout], [0, 'Deleted 1 contact.\n']);
    const again = await run('contacts', 'delete', 'leaving', '--agent', agent);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /No contact has this email or external_id/);
    assert.match((await run('contacts', 'delete', '')).stderr, /Choose an action/);
  });

  test('an import lists every fault of a file by its row and imports nothing, or with --skip-invalid the valid rows', async () => {
    const file = join(folder, 'wrong.csv');
    const rows = Array.from({ length: 1200 }, (_, i) => `fine-${i},fine-${i}@shop.example,`);
    rows[1] = 'wrong-1,nobody,';
    rows[2] = 'wrong-2,FINE-0@shop.example,';
    rows[1100] = 'fine-7,,';
    rows[1101] = 'wrong-3,,no JSON';
    writeFileSync(file, ['external_id,email,custom_attributes', ...rows].join('\n'));
    const refused = await run('contacts', 'import', file, '--agent', agent);
    assert.equal(refused.code, 1);
    assert.equal(
      refused.stdout,
      [
        '4 of 1200 contacts cannot be imported:',
        '  row 3: email: must be an email address',
        '  row 4: email "FINE-0@shop.example" is in row 2 already',
        '  row 1102: external_id "fine-7" is in row 9 already',
        '  row 1103: custom_attributes: must be an object',
        '',
      ].join('\n'),
    );
    assert.match(refused.stderr, /Nothing was imported\. Correct these, or .*--skip-invalid/);
    const skipping = await run('contacts', 'import', file, '--skip-invalid', '--agent', agent);
    assert.equal(skipping.code, 0);
    assert.match(skipping.stdout, /Imported 1196 contacts, skipped 4\./);
    const again = await run('contacts', 'import', file, '--skip-invalid', '--agent', agent);
    assert.equal(again.code, 1);
    assert.match(
      again.stdout,
      /1200 of 1200 .*\n {2}row 2: external_id "fine-0" is in the stored contacts already/,
    );
    assert.match(again.stderr, /Nothing was imported\.\n/);
  });

  test('a list as a shop exports it, without ids, is imported, and the same people are recognised the second time', async () => {
    const file = join(folder, 'shop.csv');
    writeFileSync(file, '\ufeffVorname;Nachname;E-Mail;Ort\r\nAda;Lovelace;Ada@list.example;London\r\n');
    const first = await run('contacts', 'import', file, '--agent', agent);
    assert.match(
      first.stdout,
      /"Vorname" is name, "Nachname" is name, "E-Mail" is email, "Ort" is kept as an attribute/,
    );
    assert.match(first.stdout, /Imported 1 contact\./, first.stderr);
    const second = await run('contacts', 'import', file, '--agent', agent);
    assert.equal(second.code, 1);
    assert.match(second.stdout, /row 2: external_id "ada@list\.example" is in the stored contacts already/);
    writeFileSync(file, 'Name,E-Mail\nCy,cy@list.example\nDi,\n');
    const nobody = await run('contacts', 'import', file, '--agent', agent);
    assert.match(nobody.stdout, /row 3: external_id: /);
  });

  test('a file that cannot be read as intended is refused as a whole', async () => {
    const file = join(folder, 'unreadable.csv');
    const refused: [Buffer, RegExp][] = [
      [Buffer.from('external_id,name\nopen-1,Ada\nopen-2,"Bob\nopen-3,Cy\n'), /quote that opens in row 3/],
      [Buffer.from('PK\x03\x04\x14\x00\x06\x00\xff\xfe', 'latin1'), /Save a workbook as CSV/],
    ];
    for (const [bytes, why] of refused) {
      writeFileSync(file, bytes);
      const outcome = await run('contacts', 'import', file, '--agent', agent);
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, why);
    }
  });

  test('the encoding of a file and possible typing errors in its headings are printed', async () => {
    const file = join(folder, 'old.csv');
    writeFileSync(file, Buffer.from('external_id,name,emial\nlatin-1,M\xfcller,\n', 'latin1'));
    const outcome = await run('contacts', 'import', file, '--agent', agent);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, /not in UTF-8 and is read as Windows-1252/);
    assert.match(outcome.stdout, /Is "emial" meant to be "email"\?/);
  });

  test('a failed export is reported in a sentence, and leaves the existing file unchanged', async () => {
    const kept = join(folder, 'kept.csv');
    writeFileSync(kept, 'of yesterday');
    const stranger = await run('contacts', 'export', kept, '--agent', crypto.randomUUID());
    assert.equal(stranger.code, 1);
    assert.match(stranger.stderr, /No agent has this id/);
    assert.equal(readFileSync(kept, 'utf8'), 'of yesterday');
    for (const path of [join(folder, 'nowhere/contacts.csv'), join(kept, 'contacts.json')]) {
      const outcome = await runApart('contacts', 'export', path, '--agent', agent);
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, /^agent-chat: .*contacts\.\w+ cannot be written \(ENO\w+\)\.\n$/);
    }
  });

  test('an export to a link replaces the target of the link', async () => {
    const target = join(folder, 'shared.json');
    const path = join(folder, 'link.json');
    writeFileSync(target, '');
    symlinkSync(target, path);
    assert.equal((await run('contacts', 'export', path, '--agent', agent)).code, 0);
    assert.ok(lstatSync(path).isSymbolicLink());
    assert.ok(Array.isArray(JSON.parse(readFileSync(target, 'utf8'))));
  });

  test('an export without room leaves the existing file, and nothing beside it', async () => {
    const exports = join(folder, 'exports');
    mkdirSync(exports);
    const kept = join(exports, 'contacts.csv');
    writeFileSync(kept, 'of yesterday');
    const full = `--import ${join(import.meta.dirname, 'no-room.ts')}`;
    const args = ['contacts', 'export', kept, '--agent', agent];
    const outcome = await runToEnd(args, { ...env, NODE_OPTIONS: full });
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /contacts\.csv cannot be written \(ENOSPC\)/);
    assert.equal(readFileSync(kept, 'utf8'), 'of yesterday');
    assert.deepEqual(readdirSync(exports), ['contacts.csv']);
    const roomy = await run(...args);
    assert.equal(roomy.code, 0, roomy.stderr);
    assert.match(readFileSync(kept, 'utf8'), /^\ufeffid,external_id,/);
    assert.deepEqual(readdirSync(exports), ['contacts.csv']);
  });

  test('SIGTERM ends the service with code 0', async () => {
    const own = await startCommand(['service'], { ...env, DATA_DIR: join(folder, 'other') }, /API key: /);
    own.child.kill('SIGTERM');
    const [code] = (await once(own.child, 'exit')) as [number | null];
    assert.equal(code, 0);
  });
});
