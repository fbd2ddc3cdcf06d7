import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { withoutNginx } from '../../../scripts/servers.ts';
import { VARIABLES } from '../../../src/cli/variables.ts';
import { DEFAULT_LIMITS } from '../../../src/proxy/options.ts';
import { event, message, openStream } from '../../fakes/upstream.ts';
import { CHAT, startProxy } from '../cli/proxy-process.ts';
import { startNginx } from '../deploy/nginx.ts';
import { until } from '../until.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

function isMissing(command: string, ...args: string[]): string | false {
  return spawnSync(command, args).status === 0 ? false : `${command} is not installed`;
}

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
}

for (const name of ['compose.yaml', 'compose.instances.yaml']) {
  test(`${name} names services, volumes, files and variables that exist`, () => {
    const { services, volumes } = parse(read(name), { merge: true }) as {
      services: Record<string, Service>;
      volumes: Record<string, unknown>;
    };
    for (const { command, environment = {}, volumes: mounts = [], depends_on = [] } of Object.values(
      services,
    )) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const other of needed) assert.ok(services[other], other);
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) read(source);
        else assert.ok(Object.hasOwn(volumes, source), source);
      }
      if (!command) continue;
      assert.deepEqual(command, ['start']);
      for (const variable of Object.keys(environment))
        assert.ok(Object.hasOwn(VARIABLES, variable), variable);
    }
    const upstreams = services.caddy!.environment!.UPSTREAMS!.split(' ');
    for (const upstream of upstreams) assert.ok(services[upstream.replace(/:8787$/, '')], upstream);
    assert.match(read('Caddyfile'), /\{\$DOMAIN:.*\{\$UPSTREAMS:.*flush_interval -1/s);
  });
}

test('instances in containers get every secret that they must share', () => {
  const { services } = parse(read('compose.instances.yaml')) as { services: Record<string, Service> };
  for (const name of ['agent-chat-1', 'agent-chat-2']) {
    const given = Object.keys(services[name]!.environment!);
    for (const secret of ['AGENT_API_KEY', 'ADMIN_TOKEN', 'SESSION_SECRET', 'IDENTITY_SECRET', 'AGENT_ID'])
      assert.ok(given.includes(secret), secret);
  }
});

test('the units of systemd are valid, and run an installed package without development dependencies', {
  skip: isMissing('systemd-analyze', '--version'),
}, t => {
  const folder = temporaryFolder(t);
  for (const file of globSync(join(DEPLOY, '*.service'))) {
    const unit = readFileSync(file, 'utf8');
    assert.match(
      unit,
      /^ExecStart=\/usr\/bin\/node .*\/opt\/agent-chat\/node_modules\/agent-chat-server\/bin\/agent-chat\.js (?:start|proxy)$/m,
    );
    // This machine may have its Node.js elsewhere.
    const copy = join(folder, basename(file));
    writeFileSync(copy, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.ok(!stderr.includes(basename(file)), stderr);
  }
});

test('nginx accepts the configuration, passes an answer on while it is written, and a body of 8 MB', {
  skip: withoutNginx(),
}, async t => {
  const server = await startProxy(t, { TRUST_PROXY: '1' });
  let finish = (): void => {};
  server.upstream.onChat(async (asked, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'half ' }));
    await new Promise<void>(resolve => {
      finish = resolve;
    });
    response.end(event({ type: 'done', data: message(asked, 'half whole') }));
  });
  const { port } = await startNginx(t, { proxies: [server.port] });
  const body = JSON.stringify({ message: 'hi', stream: true });
  const answer = await send(port, CHAT, body);
  let received = '';
  answer.on('data', chunk => {
    received += String(chunk);
  });
  await until(() => received.includes('half '), 'the first token arrives before the answer is complete');
  assert.ok(!received.includes('half whole'));
  finish();
  await once(answer, 'end');
  assert.match(received, /half whole/);
  const large = await send(port, '/v2/chatbots/settings', ' '.repeat(DEFAULT_LIMITS.adminBodyBytes - 1));
  assert.equal(large.statusCode, 401, 'the proxy answers, not nginx');
  large.resume();
});

/** The head of an answer over TLS. The certificate is not verified: the test signs it itself. */
async function send(port: number, path: string, body?: string): Promise<IncomingMessage> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { Host: 'chat.example', 'Content-Type': 'application/json' },
    rejectUnauthorized: false,
    agent: false,
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-deploy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
