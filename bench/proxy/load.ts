import { Agent, request } from 'node:http';
import type { Subject } from './subjects.ts';

export interface Percentiles {
  p50: number;
  p99: number;
}

export interface StreamResult {
  /** Milliseconds from the request to the first token. */
  first: Percentiles;
  /** Milliseconds from the service's write to the visitor's read, of every token. */
  each: Percentiles;
  tokens: number;
  seconds: number;
  cpuSeconds: number;
  bytesPerStream: number;
  bytesLeft: number;
  /** Streams that lost, doubled or reordered a token, or did not end with `done`. */
  faults: number;
}

const AGENT_ID = '3f2b8c1e-6d0a-4b7e-9a51-0c2d4e6f8a10';
const TOKENS_PER_SECOND = 20;
// A connection for each request, as browsers behind different addresses make them; a kept one can be closed just when it is used.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens so many streams within a second, and reads each to its end. */
export async function measureStreams(
  subject: Subject,
  streams: number,
  seconds: number,
): Promise<StreamResult> {
  await Promise.all(Array.from({ length: 20 }, () => readStream(subject.url, 5, [], [])));
  await pause(2500);
  const idle = await subject.rss();
  const cpu = subject.cpu();
  const started = performance.now();
  const first: number[] = [];
  const each: number[] = [];
  const running = Array.from({ length: streams }, async (_, i) => {
    await pause((i / streams) * 1000);
    return readStream(subject.url, seconds * TOKENS_PER_SECOND, first, each);
  });
  await pause(1000 + (seconds * 1000) / 2);
  const busy = await subject.rss();
  const faults = (await Promise.all(running)).filter(good => !good).length;
  const elapsed = (performance.now() - started) / 1000;
  const used = subject.cpu() - cpu;
  await pause(3000);
  const left = await subject.rss();
  return {
    first: percentiles(first),
    each: percentiles(each),
    tokens: each.length,
    seconds: elapsed,
    cpuSeconds: used,
    bytesPerStream: (busy - idle) / streams,
    bytesLeft: (left - idle) / streams,
    faults,
  };
}

/** JSON replies a second with fifty requests at once. */
export async function measureJson(subject: Subject, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (performance.now() < end) {
        await send(subject.url, { message: '1' }, () => {});
        count++;
      }
    }),
  );
  return count / seconds;
}

async function readStream(url: string, count: number, first: number[], each: number[]): Promise<boolean> {
  const started = performance.now();
  let next = 0;
  let ordered = true;
  let done = false;
  let rest = '';
  await send(url, { message: String(count), stream: true }, chunk => {
    const now = performance.now();
    rest += chunk;
    const end = rest.lastIndexOf('\n\n');
    if (end === -1) return;
    for (const [, number, sent] of rest.slice(0, end).matchAll(/"content":"(\d+):([\d.]+) "/g)) {
      if (next === 0) first.push(now - started);
      ordered &&= Number(number) === next++;
      each.push(performance.timeOrigin + now - Number(sent));
    }
    done ||= rest.includes('"type":"done"');
    rest = rest.slice(end + 2);
  });
  return ordered && done && next === count;
}

function send(url: string, body: object, onData: (chunk: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': text.length,
      'Idempotency-Key': crypto.randomUUID(),
    };
    const call = request(
      `${url}/api/v2/agents/${AGENT_ID}/chat`,
      { method: 'POST', agent, headers },
      answer => {
        answer.setEncoding('utf8');
        answer.on('data', onData);
        answer.on('end', resolve);
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

function percentiles(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
