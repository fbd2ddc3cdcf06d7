import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { event, KEY, openStream, refuse } from '../../fakes/upstream.ts';
import { AGENT, until } from '../proxy/harness.ts';
import { ADMIN, CHAT, post, type Server, sendRaw, startProxy } from './proxy-process.ts';

const SAID = 'message-canary';
const EMAIL = 'mail-canary@example.com';
const IPV4 = '203.0.113.77';
const IPV6 = '2001:db8:77::77';
const HASH = createHmac('sha256', 'identity-canary-0123456789').update('user').digest('hex');
const ENV = { LOG_LEVEL: 'debug', TRUST_PROXY: '1' };

/** Whatever was printed: lines of JSON without a trace of what came in. */
function assertSilent(output: string, visitors: readonly string[] = []): void {
  const secrets = [KEY, ADMIN, SAID, EMAIL].flatMap(text => [
    text,
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(text),
    [...text].reverse().join(''),
  ]);
  for (const secret of [...secrets, IPV4, IPV6, HASH, 'canary', 'forged', 'Bearer', ...visitors]) {
    assert.ok(!output.includes(secret), `${secret} is in the log`);
  }
  const lines = output
    .trim()
    .split('\n')
    .filter(line => !/^(?:agent-chat proxy is at|It serves every agent) /.test(line));
  assert.ok(lines.length > 0);
  for (const line of lines) {
    assert.equal(typeof JSON.parse(line), 'object', line);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(line, /[\x00-\x1f\x7f]/);
  }
}

/** Everything a visitor, an owner and a service can do wrong. Returns what the visitors were given to keep. */
async function driveFaults({ url, port, upstream }: Server): Promise<string[]> {
  const from = { 'X-Forwarded-For': IPV4 };
  const owner = { ...from, Authorization: `Bearer ${ADMIN}` };
  const session = await post(`${url}/api/v2/session`, { userId: 'user', userHash: HASH }, from);
  const token = session.headers.get('X-Visitor-Token') ?? '';
  assert.ok(token);
  const visitor = { ...from, 'X-Visitor-Token': token };
  const contacts = `${url}/v2/chatbots/${AGENT}/contacts`;
  await post(url + CHAT, { message: SAID, userId: 'user', userHash: HASH }, visitor);
  await post(url + CHAT, { message: SAID, userId: 'user', userHash: 'hash-canary' }, from);
  await post(url + CHAT, { message: SAID, conversationId: 'canary' }, visitor);
  await post(url + CHAT, { message: SAID }, { 'X-Visitor-Token': 'token.canary' });
  await post(
    url + CHAT,
    { message: SAID },
    { 'X-Forwarded-For': `canary, ${IPV6}`, Origin: 'https://canary.example' },
  );
  await post(url + CHAT, `{"message":"${SAID}`, visitor);
  await post(url + CHAT, `${SAID}\r\n\u001b[31mforged`, { ...visitor, 'Content-Type': 'text/plain' });
  await post(url + CHAT, { message: SAID.repeat(10_000) }, visitor);
  await post(contacts, { users: [{ email: EMAIL, name: 'canary' }] }, visitor);
  await post(contacts, { users: [{ email: `${EMAIL} canary` }] }, visitor);
  await post(contacts, { users: [{ name: SAID.repeat(10_000) }] }, visitor);
  await post(`${url}/v2/chatbots/settings`, { chatbotId: AGENT, instructions: SAID }, owner);
  await post(`${url}/v2/chatbots/settings`, { chatbotId: AGENT, canary: 1 }, owner);
  await fetch(contacts, { headers: { ...from, Authorization: 'Bearer canary' } });
  await fetch(`${url}/x%0d%0aforged%1b[31m/canary?canary=canary`, { headers: { 'User-Agent': 'canary' } });
  await sendRaw(port, `GET /canary HTTP/1.1\r\nHost: x\r\nX-A: canary\rforged\r\n\r\n`);
  for (const status of [301, 400, 401, 402, 403, 404, 418]) {
    upstream.onChat((request, response) => {
      refuse(response, status, { 'X-Debug': String(request.headers.authorization), Location: '/canary' });
    });
    await (await post(url + CHAT, { message: SAID, stream: true }, visitor)).text();
  }
  upstream.onChat((request, response) => {
    const { message } = request.body as { message: string };
    const status = Number(message.slice(SAID.length));
    const echo = { ...request.headers, 'x-debug': KEY, 'set-cookie': `a=${KEY}` };
    if (!status) response.destroy();
    else response.writeHead(status, { 'X-Debug': KEY }).end(JSON.stringify({ error: { echo, message } }));
  });
  await Promise.all(
    ['500', '502', '503', '504', ''].map(status => post(url + CHAT, { message: SAID + status }, visitor)),
  );
  for (const body of [
    event({ type: 'error', message: SAID, code: KEY }),
    `data: ${SAID}\r\n\r\n`,
    event({ type: 'token', content: KEY }),
    event({ type: 'token', content: SAID }),
    '\u001b[31mforged',
  ]) {
    upstream.onChat((_, response) => {
      openStream(response);
      response.write(body);
      setImmediate(() => response.destroy());
    });
    await (await post(url + CHAT, { message: SAID, stream: true }, visitor)).text();
  }
  return [token, ...token.split('.')];
}

test('at level debug no refusal and no failure logs what was said, who said it, or from where', async t => {
  const server = await startProxy(t, ENV);
  const visitors = await driveFaults(server);
  for (const status of [200, 400, 401, 402, 403, 404, 413, 415, 502]) {
    await server.command.printed(new RegExp(`"status":${status}`));
  }
  for (const status of [500, 502, 503, 504, 0]) {
    await server.command.printed(new RegExp(`"status":${status},"attempt":2`));
  }
  assertSilent(server.command.output(), visitors);
});

for (const [what, signal, env] of [
  ['is aborted', 'SIGABRT', {}],
  ['throws what nobody catches', 'SIGUSR2', { CRASH: 'error' }],
  ['throws a text', 'SIGUSR2', { CRASH: 'text' }],
  ['rejects what nobody awaits', 'SIGUSR2', { CRASH: 'rejection' }],
  ['meets JSON that is none', 'SIGUSR2', { CRASH: 'JSON' }],
] as const) {
  test(`a process that ${what} in the middle of a reply logs nothing about it`, async t => {
    const crash = `--import ${join(import.meta.dirname, 'crash-at-signal.ts')}`;
    const server = await startProxy(t, { ...ENV, ...env, NODE_OPTIONS: crash });
    const { upstream, command, url } = server;
    upstream.onChat((_, response) => {
      openStream(response);
      response.write(event({ type: 'token', content: SAID }));
    });
    const headers = { 'X-Forwarded-For': IPV4, Authorization: `Bearer ${ADMIN}` };
    const reply = await post(url + CHAT, { message: SAID, stream: true }, headers);
    await until(() => upstream.seen.length === 1, 'the question is asked');
    command.child.kill(signal);
    const code = await command.ended;
    await reply.text().catch(() => {});
    assertSilent(command.output());
    if (signal === 'SIGABRT') return;
    assert.equal(code, 1);
    assert.match(command.output(), /"fault":"\w+".*"msg":"crashed"/);
    if (env.CRASH !== 'text') assert.match(command.output(), /crash-at-signal\.ts:\d+/, 'where it was');
  });
}

test('a log on a full disk withholds no answer from a visitor, and continues when there is room', async t => {
  const full = `--import ${join(import.meta.dirname, 'full-disk.ts')}`;
  const { command, url } = await startProxy(t, { LOG_LEVEL: 'info', NODE_OPTIONS: full });
  const ask = async (): Promise<string | null> => {
    const response = await post(url + CHAT, { message: 'hi' });
    assert.equal(response.status, 200, await response.text());
    return response.headers.get('X-Request-Id');
  };
  const unwritten = await ask();
  assert.doesNotMatch(command.output(), /"msg"/);
  command.child.kill('SIGUSR2');
  await ask();
  await command.printed(new RegExp(`"requestId":"${unwritten}".*"msg":"request"`));
});
