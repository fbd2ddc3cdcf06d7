import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { ConfigError, createProxy } from '../../../src/proxy/index.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';
import { selfSigned, WITHOUT_OPENSSL } from './certificate.ts';
import { around, errorCode } from './harness.ts';

test('the key is not sent to a service without a trusted certificate', {
  skip: WITHOUT_OPENSSL,
}, async t => {
  let requests = 0;
  const server = createServer(selfSigned(), (_, response) => {
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
  });
  const { chat, ask } = around(upstream, proxy);
  const answer = await chat({ message: 'hi', stream: true });
  assert.equal(answer.status, 502);
  assert.equal(await errorCode(answer), 'upstream_unavailable');
  assert.equal((await ask('/readyz')).status, 503);
  assert.equal(requests, 0);
  assert.match(JSON.stringify(warnings), /DEPTH_ZERO_SELF_SIGNED_CERT/);
});

test('plain http to another machine is refused unless it is allowed explicitly', () => {
  const make = (options: object): unknown =>
    createProxy({ baseUrl: 'http://agents.example', apiKey: KEY, ...options });
  assert.throws(() => make({}), ConfigError);
  assert.throws(() => make({ baseUrl: 'https://a.example', servicesUrl: 'http://b.example' }), ConfigError);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) make({ baseUrl: `http://${host}:1` });
  make({ allowInsecureUpstream: true });
});

test('nothing in the package switches the check of certificates off', () => {
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
