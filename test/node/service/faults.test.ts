import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { listen } from '../../../src/cli/listen.ts';
import { startCommand } from '../cli/run-command.ts';
import { KEY, startService, until, writeDocuments } from './harness.ts';
import { openTables } from './tables.ts';

const AGENT = crypto.randomUUID();
const documents = {
  'tents.md': `# Tents\n\n## Washing\n\n${'Wash a tent by hand in cold water. '.repeat(34)}\n`,
};

describe('under difficult conditions, the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-faults-'));
  const children: ChildProcess[] = [];
  after(async () => {
    for (const child of children.filter(child => child.exitCode === null && child.signalCode === null)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const env = (name: string): Record<string, string> => ({
    DATA_DIR: join(folder, name),
    DOCS_DIR: join(folder, 'docs'),
    PORT: '0',
    AGENT_ID: AGENT,
    AGENT_API_KEY: KEY,
  });
  const post = (url: string, path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('finishes running replies when it is asked to stop, and accepts no more', async () => {
    await writeDocuments(join(folder, 'docs'), documents);
    const { child, match } = await startCommand(['service'], env('stop'), /at (http\S+)\nAgent: /);
    children.push(child);
    const url = match[1]!;
    const streams = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(url, `/api/v2/agents/${AGENT}/chat`, { message: 'How do I wash a tent?', stream: true }),
      ),
    );
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const texts = await Promise.all(streams.map(stream => stream.text()));
    for (const text of texts) assert.match(text, /"type":"done"[^\n]*\n\n$/);
    const late = await post(url, `/api/v2/agents/${AGENT}/chat`, { message: 'Hello' }).catch(() => undefined);
    assert.ok(late === undefined || late.status === 503, 'closed, or refused on a line that is still open');
    assert.deepEqual(await exited, [0, null]);
  });

  test('answers a question that was on its way when it began to close', async () => {
    const harness = await startService({ documents });
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        await sent;
        stream.enqueue(new TextEncoder().encode('{"message":"Hello"}'));
        stream.close();
      },
    });
    const asked = harness.service.fetch(
      new Request(`http://service.test/api/v2/agents/${harness.agentId}/chat`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit & { duplex: 'half' }),
    );
    const closed = harness.service.close({ graceMs: 20_000 });
    send();
    assert.equal((await asked).status, 200);
    await closed;
    await harness.end();
  });

  test('reports a full disk, keeps answering reads, and stores nothing by halves', async () => {
    const child = spawnLimited(env('full'));
    children.push(child);
    let output = '';
    for await (const chunk of child.stdout!) {
      output += String(chunk);
      if (output.includes('Agent: ')) break;
    }
    const url = /at (http\S+)/.exec(output)?.[1] ?? '';
    const contacts = `/v2/chatbots/${AGENT}/contacts`;
    let created = 0;
    let refused: Response | undefined;
    for (let n = 0; n < 60 && !refused; n++) {
      const users = Array.from({ length: 500 }, (_, i) => ({
        external_id: `${n}/${i}`,
        name: 'x'.repeat(200),
      }));
      const response = await post(url, contacts, { users });
      const body = await response.text();
      if (response.ok) created += 500;
      else {
        refused = response;
        assert.equal(response.status, 507, body);
        assert.deepEqual(Object.keys(JSON.parse(body) as object), ['error']);
        assert.doesNotMatch(body, /sqlite|\/tmp|ENOSPC|EFBIG/i);
      }
    }
    assert.ok(refused, 'the room came to its end');
    const list = await fetch(`${url}${contacts}?per_page=10`, {
      headers: { Authorization: `Bearer ${KEY}` },
    });
    assert.equal(list.status, 200);
    assert.equal(((await list.json()) as { total: number }).total, created);
    if (process.platform === 'linux') {
      execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
      const goesOn = await post(url, contacts, { users: [{ external_id: 'as soon as there is room' }] });
      assert.equal(goesOn.status, 201, 'without a restart');
    }
    child.kill('SIGKILL');
    await once(child, 'exit');

    const roomy = await startCommand(['service'], env('full'), /at (http\S+)\nAgent: /);
    children.push(roomy.child);
    assert.equal((await post(roomy.match[1]!, contacts, { users: [{ external_id: 'again' }] })).status, 201);
  });

  test('charges each of 300 readers who disconnect in the middle once, and leaves none behind', async () => {
    const harness = await startService({ documents, pace: 1 });
    const listener = await listen((request, info) => harness.service.fetch(request, info), { port: 0 });
    try {
      await openTables(harness, tables =>
        tables
          .updateTable('plans')
          .set({ requests_per_minute: 100_000, credits_per_month: 100_000 })
          .execute(),
      );
      const url = `http://127.0.0.1:${listener.port}`;
      const path = `/api/v2/agents/${harness.agentId}/chat`;
      for (let round = 0; round < 6; round++) {
        await Promise.all(
          Array.from({ length: 50 }, async () => {
            const response = await post(url, path, { message: 'How do I wash a tent?', stream: true });
            const reader = response.body!.getReader();
            await reader.read();
            await reader.cancel();
          }),
        );
      }
      const states = (): Promise<string[]> =>
        openTables(harness, async tables =>
          (await tables.selectFrom('charges').select('state').execute()).map(charge => charge.state),
        );
      await until(async () => !(await states()).includes('reserved'));
      assert.deepEqual(
        await states(),
        Array.from({ length: 300 }, () => 'settled'),
      );
      const { used } = await openTables(harness, tables =>
        tables.selectFrom('credit_months').select('used').executeTakeFirstOrThrow(),
      );
      assert.equal(used, 300);
    } finally {
      await listener.close(0);
      await harness.end();
    }
  });
});

/** The service under a limit on the size of its files, which a write beyond it meets as a full disk would be. */
function spawnLimited(env: Record<string, string>): ChildProcess {
  const main = join(import.meta.dirname, '../../../src/cli/main.ts');
  const entry = `import { main } from ${JSON.stringify(main)}; process.exitCode = await main(['service']);`;
  const script = 'trap "" XFSZ; ulimit -S -f 4000; exec "$0" --input-type=module --eval "$1"';
  return spawn('sh', ['-c', script, process.execPath, entry], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
