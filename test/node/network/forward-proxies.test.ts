import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { main } from '../../../src/cli/main.ts';
import { createDispatcher } from '../../../src/network/dispatcher.ts';
import { forwardProxies } from '../../../src/network/forward-proxies.ts';
import { startForwardProxy } from './forward-proxy.ts';

const A = 'http://a.example:3128/';
const B = 'http://b.example:3128/';

for (const [environment, http, https] of [
  [{}, undefined, undefined],
  [{ ALL_PROXY: A }, A, A],
  [{ all_proxy: 'a.example:3128' }, A, A],
  [{ all_proxy: A, ALL_PROXY: B }, A, A],
  [{ ALL_PROXY: A, HTTPS_PROXY: B }, A, B],
  [{ ALL_PROXY: A, http_proxy: B }, B, A],
  [{ ALL_PROXY: A, HTTPS_PROXY: '' }, A, A],
  [{ ALL_PROXY: 'socks5://a.example', HTTPS_PROXY: A, HTTP_PROXY: B }, B, A],
  [{ HTTP_PROXY: A }, A, undefined],
  [{ https_proxy: '', HTTPS_PROXY: ' ' }, undefined, undefined],
] as const) {
  test(`the forward proxies of ${JSON.stringify(environment)}`, () => {
    assert.deepEqual(forwardProxies(environment), { http, https });
  });
}

for (const name of ['ALL_PROXY', 'all_proxy', 'HTTPS_PROXY', 'http_proxy'])
  for (const scheme of ['socks', 'socks4', 'socks4a', 'socks5', 'socks5h', 'ftp'])
    for (const command of ['start', 'proxy', 'service'])
      test(`${command} does not start with ${name} of ${scheme}, and says why`, async t => {
        const printed = t.mock.method(console, 'error', () => {});
        assert.equal(await main([command], { [name]: `${scheme}://user:secret@proxy.example:1080` }), 1);
        const text = String(printed.mock.calls[0]?.arguments[0]);
        assert.match(text, new RegExp(`^agent-chat: ${name}: .*http://proxy.example:3128`));
        assert.equal(text.includes('SOCKS'), scheme.startsWith('socks'));
        assert.doesNotMatch(text, /secret/);
      });

test('requests go through ALL_PROXY, and https directly if only HTTP_PROXY is set', async t => {
  const forward = await startForwardProxy();
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const saved = names.map(name => [name, process.env[name]] as const);
  for (const name of [...names, 'no_proxy', 'NO_PROXY']) delete process.env[name];
  t.after(() => {
    for (const [name, value] of saved) if (value !== undefined) process.env[name] = value;
    forward.close();
  });
  const ask = async (url: string): Promise<unknown> => {
    const dispatcher = createDispatcher();
    t.after(() => dispatcher.destroy());
    return request(url, { dispatcher }).then(
      ({ body }) => body.dump(),
      () => undefined,
    );
  };
  process.env.ALL_PROXY = forward.url;
  await ask('http://agents.example/');
  await ask('https://agents.example/');
  delete process.env.ALL_PROXY;
  process.env.HTTP_PROXY = forward.url;
  await ask('https://127.0.0.1:1/');
  assert.deepEqual(forward.seen, ['GET http://agents.example/', 'CONNECT agents.example:443']);
});
