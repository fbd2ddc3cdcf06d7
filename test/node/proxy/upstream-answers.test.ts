import assert from 'node:assert/strict';
import { request } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { createNodeFetch } from '../../../src/proxy/upstream/node-fetch.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const END = '0\r\n\r\n';
const chunk = (text: string, size = Buffer.byteLength(text).toString(16)): string => `${size}\r\n${text}\r\n`;
const TOKENS = [
  'one ',
  'zwei ',
  '三 ',
  '🙂',
  '\r\n\r\n',
  '0\r\n\r\n',
  'HTTP/1.1 500 No\r\n\r\n',
  'x'.repeat(300),
];

const WHOLE: Record<string, string> = {
  'plain chunks': `${HEAD}${TOKENS.map(token => chunk(token)).join('')}${END}`,
  'a byte a chunk': `${HEAD}${[...'three'].map(letter => chunk(letter)).join('')}${END}`,
  'sizes in capitals and with zeros': `${HEAD}${chunk('0123456789', 'A')}${chunk('four', '0000004')}${END}`,
  'a chunk with an extension': `${HEAD}${chunk('a')}${chunk('five', '4;name="value"')}${chunk('b')}${END}`,
  'a chunk longer than what is read at once': `${HEAD}${chunk('<')}${chunk('ä'.repeat(40_000))}${chunk('>')}${END}`,
  'a line behind the last chunk': `${HEAD}${chunk('six')}0\r\nX-Sum: 1\r\n\r\n`,
  'early hints': `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${HEAD}${chunk('seven')}${END}`,
  'a length': 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 5\r\n\r\neight',
  'no stream': `${HEAD.replace('event-stream', 'plain')}${chunk('nine')}${END}`,
};
const BROKEN: Record<string, string> = {
  'a chunk longer than its size': `${HEAD}${chunk('first')}${chunk('second', '3')}${END}`,
  'a size that is none': `${HEAD}${chunk('first')}${chunk('second', 'x')}${END}`,
  'a size beyond all numbers': `${HEAD}${chunk('first')}${chunk('second', 'f'.repeat(17))}${END}`,
  'line breaks of one character': `${HEAD}${chunk('first')}6\nsecond\n${END}`,
};

const ASKING = {
  method: 'POST',
  headers: {},
  body: '?',
  signal: AbortSignal.timeout(60_000),
  redirect: 'manual',
} as const;

type Ask = (url: string) => Promise<{ text: string; whole: boolean }>;

interface Service {
  url: string;
  bytes: Buffer;
  /** Where what it answers is cut into writes of their own. */
  cuts: number[];
  /** Whether it hangs up after an answer. */
  hangsUp: boolean;
  lines: Set<Socket>;
}

async function startService(
  t: TestContext,
  listen: (serve: (line: Socket) => void) => Server = createServer,
): Promise<Service> {
  const service: Service = { url: '', bytes: Buffer.alloc(0), cuts: [], hangsUp: false, lines: new Set() };
  const server = listen(line => {
    service.lines.add(line.setNoDelay().on('error', () => {}));
    line.on('data', async () => {
      let from = 0;
      for (const cut of [...service.cuts, service.bytes.length]) {
        if (cut > from) await new Promise(resolve => line.write(service.bytes.subarray(from, cut), resolve));
        await new Promise(resolve => setImmediate(resolve));
        from = cut;
      }
      if (service.hangsUp) line.end();
    });
  });
  service.url = `//localhost:${await listenLocally(server)}/`;
  t.after(() => {
    for (const line of service.lines) line.destroy();
    server.close();
  });
  return service;
}

/** As the proxy reads it. */
function directly(t: TestContext): Ask {
  const { fetch, close } = createNodeFetch();
  t.after(close);
  return async url => {
    const chunks: Buffer[] = [];
    const { body } = await fetch(url, ASKING);
    const whole = await body
      .each(bytes => chunks.push(Buffer.from(bytes)))
      .then(
        () => true,
        () => false,
      );
    return { text: String(Buffer.concat(chunks)), whole };
  };
}

/** As Node's own client reads it. */
const plainly: Ask = url =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let begun = false;
    const call = request(url, { method: 'POST', agent: false }, answer => {
      begun = true;
      answer.on('data', bytes => chunks.push(bytes));
      answer.on('error', () => {});
      answer.on('close', () => resolve({ text: String(Buffer.concat(chunks)), whole: answer.complete }));
    });
    // After an answer has begun, that is told by its close.
    call.on('error', error => begun || reject(error));
    call.end('?');
  });

function everyWay(bytes: Buffer): Record<string, number[]> {
  const places = [...bytes.keys()].slice(1);
  const some = (number: number): number[] => places.filter(() => Math.random() < number / bytes.length);
  return {
    'in one piece': [],
    'head and body': [bytes.indexOf('\r\n\r\n') + 4],
    ...(bytes.length < 1000 && { 'byte by byte': places }),
    ...Object.fromEntries(
      [1, 2, 4, 8, 16, 32, 64].map(number => [`in about ${number} pieces`, some(number)]),
    ),
  };
}

test('an answer is read as by Node’s own client, however it is written and cut', async t => {
  const service = await startService(t);
  const ours = directly(t);
  for (const [name, answer] of Object.entries({ ...WHOLE, ...BROKEN })) {
    service.bytes = Buffer.from(answer);
    for (const [way, cuts] of Object.entries(everyWay(service.bytes))) {
      service.cuts = cuts;
      const expected = await plainly(`http:${service.url}`);
      assert.equal(expected.whole, name in WHOLE, name);
      // Twice: the second answer may come on the line of the first.
      for (let i = 0; i < 2; i++) {
        assert.deepEqual(await ours(`http:${service.url}`), expected, `${name}, ${way}, cut at ${cuts}`);
      }
    }
  }
});

test('damaged answers are read as by Node’s own client', async t => {
  const service = await startService(t);
  service.hangsUp = true;
  const below = (end: number): number => Math.floor(Math.random() * end);
  for (let i = 0; i < 300; i++) {
    const body = Buffer.from(`${TOKENS.map(token => chunk(token)).join('')}${END}`);
    const at = below(body.length);
    const damage = '0123456789abcdef;x \r\n\0'[below(22)]!;
    const damaged = [body.subarray(0, at), Buffer.from(damage), body.subarray(at + below(3))];
    service.bytes = Buffer.concat([Buffer.from(HEAD), ...damaged]);
    service.cuts = everyWay(service.bytes)['in about 8 pieces']!;
    const expected = await plainly(`http:${service.url}`);
    const said = JSON.stringify(String(service.bytes));
    // On a line of its own: what the service still writes after a damaged answer is no answer to the next question.
    assert.deepEqual(await directly(t)(`http:${service.url}`), expected, `${said}, cut at ${service.cuts}`);
  }
});
