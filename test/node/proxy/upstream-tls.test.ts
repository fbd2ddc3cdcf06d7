import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { ConfigError, createProxy } from '../../../src/proxy/index.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';
import { around, errorCode } from './harness.ts';

const WITHOUT_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'no openssl here';

test('the key is not shown to a service whose certificate nobody vouches for', {
  skip: WITHOUT_OPENSSL,
}, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  );
  let requests = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    requests++;
    response.end('{}');
  });
  const upstream = await startUpstream();
  const warnings: object[] = [];
  const proxy = createProxy({
    baseUrl: `https://localhost:${await listenLocally(server)}`,
    apiKey: KEY,
    limits: { attempts: 1 },
    logger: { info() {}, warn: fields => void warnings.push(fields), error() {} },
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    server.close();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { chat, ask } = around(upstream, proxy);
  const answer = await chat({ message: 'hi', stream: true });
  assert.equal(answer.status, 502);
  assert.equal(await errorCode(answer), 'upstream_unavailable');
  assert.equal((await ask('/readyz')).status, 503);
  assert.equal(requests, 0);
  assert.match(JSON.stringify(warnings), /DEPTH_ZERO_SELF_SIGNED_CERT/);
});

test('plain http to another machine is refused unless it is said explicitly', () => {
  const make = (options: object): unknown =>
    createProxy({ baseUrl: 'http://agents.example', apiKey: KEY, ...options });
  assert.throws(() => make({}), ConfigError);
  assert.throws(() => make({ baseUrl: 'https://a.example', servicesUrl: 'http://b.example' }), ConfigError);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) make({ baseUrl: `http://${host}:1` });
  make({ allowInsecureUpstream: true });
});

test('nothing that is shipped switches the check of certificates off', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = ['src', 'bin', 'deploy'].flatMap(room =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  );
  assert.ok(files.length > 100);
  for (const file of [...files, join(root, 'package.json')]) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /NODE_TLS_REJECT_UNAUTHORIZED|rejectUnauthorized/, file);
  }
});
