/**
 * Whether the time of a refusal tells how near a guess was: 20,000 pairs of requests over loopback, in random order,
 * compared by the Mann-Whitney test and by Wilcoxon's for pairs, three times each. Run by `npm run soak:proxy-timing`,
 * in five to ten minutes; PAIRS says how many pairs, a word after the command takes only the questions that have it.
 * A microsecond shows; half of one, as an end at the first wrong character would give, does not always:
 * `hostile.test.ts` counts those steps.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { listen } from '../../src/cli/listen.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { KEY, startUpstream } from '../fakes/upstream.ts';
import { seeded } from '../node/proxy/cut-replies.ts';

interface Guess {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

const PAIRS = Number(process.env.PAIRS ?? 20_000);
const RUNS = 3;
/** Of others, and as many that are not: a single text may take a microsecond more or less than another for good. */
const CONVERSATIONS = 200;
const SIGNIFICANT = 0.01;
const AGENT_ID = crypto.randomUUID();
const ADMIN = 'admin-canary-0123456789-0123456789';
const IDENTITY = 'identity-secret-0123456789';

const random = seeded(Date.now());
let asked = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const upstream = await startUpstream();
const proxy = createProxy({
  baseUrl: upstream.url,
  apiKey: KEY,
  adminToken: ADMIN,
  identitySecret: IDENTITY,
  trustProxy: 1,
  initialSettings: async () => ({ rateLimit: null }),
});
const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });

const first = await ask({ method: 'POST', path: '/api/v2/session', body: {} });
const token = String(first.headers['x-visitor-token']);
const conversations: string[] = [];
for (let i = 0; i < CONVERSATIONS; i++) {
  const owned = await ask(chat({ message: 'hi' }, { 'X-Visitor-Token': token }));
  const { data } = JSON.parse(owned.body) as { data: { metadata: { conversationId: string } } };
  conversations.push(data.metadata.conversationId);
}
const stranger = String((await ask(chat({ message: 'hi' }))).headers['x-visitor-token']);
const hash = createHmac('sha256', IDENTITY).update('known').digest('hex');

/** Guesses near to the truth, and others that are not. All must get the same answer. */
const QUESTIONS: Record<string, [near: Guess[], far: Guess[]]> = {
  'admin token, all but the last character right': [
    [settings(ADMIN.replace(/.$/, 'x'))],
    [settings('x'.repeat(ADMIN.length))],
  ],
  'visitor token, all but the last character of the signature right': [
    [chat({ message: 'hi' }, { 'X-Visitor-Token': `${token.slice(0, -2)}${flipped(token.slice(-2))}` })],
    [chat({ message: 'hi' }, { 'X-Visitor-Token': token.replace(/\..*$/, `.${'A'.repeat(43)}`) })],
  ],
  "conversation of another visitor, and one that isn't": [
    conversations.map(conversationId => continued(conversationId)),
    conversations.map(() => continued(unknownConversation())),
  ],
  'user hash, all but the last character right': [
    [known(hash.replace(/.$/, last => (last === '0' ? '1' : '0')))],
    [known(hash.replace(/./g, digit => (digit === '0' ? '1' : '0')))],
  ],
};

let telling = 0;
const only = process.argv[2] ?? '';
for (const [name, pair] of Object.entries(QUESTIONS)) {
  if (!name.includes(only)) continue;
  const answers = await Promise.all(pair.flat().map(ask));
  const words = answers.map(({ status, body }) => `${status} ${body.replace(/"requestId":"[^"]+"/, '')}`);
  const [near, ...others] = new Set(words);
  assert.deepEqual(others, [], name);
  // A text in pieces takes its sender longer to write, so all are made the same way.
  const flat = JSON.parse(JSON.stringify(pair)) as typeof pair;
  const runs: Comparison[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await compare(flat));
  for (const test of ['mannWhitney', 'wilcoxon'] as const) {
    const values = runs.map(run => run[test]);
    if (values.filter(p => p < SIGNIFICANT).length > 1) telling++;
    console.log(`${name}: ${near?.slice(0, 3)}, ${test} p = ${values.map(p => p.toFixed(3)).join(', ')}`);
  }
  console.log(`  the nearer guess takes longer by ${runs.map(({ apart }) => apart).join(', ')} ns`);
}
await close(0);
await proxy.close({ graceMs: 0 });
await upstream.close();
agent.destroy();
assert.equal(telling, 0, 'a time that told the two apart in two of three runs');

/** The chance that times of the same kind would differ so much, all against all and pair by pair. */
interface Comparison {
  mannWhitney: number;
  /** By the signed ranks of the differences. What slows the machine for a while slows both of a pair: this sees more. */
  wilcoxon: number;
  /** Nanoseconds by which the nearer guess takes longer, in the middle of all pairs. */
  apart: number;
}

async function compare([near, far]: [Guess[], Guess[]]): Promise<Comparison> {
  const times: { near: number[]; far: number[] } = { near: [], far: [] };
  const timed = async (guesses: Guess[], into: number[]): Promise<void> => {
    const guess = guesses[Math.floor(random() * guesses.length)]!;
    const started = process.hrtime.bigint();
    await ask(guess);
    into.push(Number(process.hrtime.bigint() - started));
  };
  for (let i = 0; i < PAIRS; i++) {
    const nearFirst = random() < 0.5;
    if (nearFirst) await timed(near, times.near);
    await timed(far, times.far);
    if (!nearFirst) await timed(near, times.near);
  }
  const differences = times.near.map((time, i) => time - times.far[i]!);
  return {
    mannWhitney: mannWhitney(times.near, times.far),
    wilcoxon: wilcoxon(differences),
    apart: differences.toSorted((x, y) => x - y)[differences.length >> 1]!,
  };
}

/** Both two-sided, by the normal approximation, which is exact enough for thousands. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranks = ranked([...a, ...b]);
  const rankSum = ranks.slice(0, a.length).reduce((sum, rank) => sum + rank, 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * upperTail(Math.abs(u - mean) / deviation);
}

function wilcoxon(differences: readonly number[]): number {
  const told = differences.filter(difference => difference !== 0);
  const ranks = ranked(told.map(Math.abs));
  const sum = told.reduce((total, difference, i) => total + Math.sign(difference) * ranks[i]!, 0);
  const deviation = Math.sqrt(ranks.reduce((total, rank) => total + rank * rank, 0));
  return 2 * upperTail(Math.abs(sum) / deviation);
}

/** The rank of each; equal ones share the mean of theirs. */
function ranked(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, k) => values[i]! - values[k]!);
  const ranks: number[] = [];
  for (let i = 0; i < order.length; ) {
    let end = i;
    while (end < order.length && values[order[end]!] === values[order[i]!]) end++;
    for (let k = i; k < end; k++) ranks[order[k]!] = (i + end + 1) / 2;
    i = end;
  }
  return ranks;
}

/** Of the standard normal distribution; Abramowitz and Stegun 26.2.17. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduce((total, factor, i) => total + factor * t ** (i + 1), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

function settings(adminToken: string): Guess {
  const headers = { Authorization: `Bearer ${adminToken}` };
  return { method: 'GET', path: `/v2/chatbots/${AGENT_ID}/settings`, headers };
}

function chat(body: object, headers: Record<string, string> = {}): Guess {
  return { method: 'POST', path: `/api/v2/agents/${AGENT_ID}/chat`, headers, body };
}

function flipped(text: string): string {
  return text === 'AA' ? 'BB' : 'AA';
}

/** Another network for each request: wrong tokens are counted by address, and after some not looked at. */
function nextAddress(): string {
  const [high, low] = [asked >> 16, asked & 0xffff].map(part => part.toString(16).padStart(4, '0'));
  asked++;
  return `2001:db8:${high}:${low}::1`;
}

function continued(conversationId: string): Guess {
  return chat({ message: 'hi', conversationId }, { 'X-Visitor-Token': stranger });
}

function known(userHash: string): Guess {
  return chat({ message: 'hi', userId: 'known', userHash });
}

/** As long as a real one, and of the same letters. */
function unknownConversation(): string {
  const signature = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  return `${Buffer.from(crypto.randomUUID()).toString('base64url')}.${signature}`;
}

function ask({
  method,
  path,
  headers = {},
  body,
}: Guess): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const length =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': text.length };
    const call = request(
      {
        ...{ host: '127.0.0.1', port, method, path, agent },
        headers: { ...headers, ...length, 'X-Forwarded-For': nextAddress() },
      },
      answer => {
        let heard = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          heard += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: heard }),
        );
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}
