import { setTimeout as pause } from 'node:timers/promises';
import { now } from './clock.ts';
import { RecordedStream } from './recorded-stream.ts';
import type { Subject } from './subjects.ts';

export interface LatencyResult {
  /** Milliseconds from the request to the first token. */
  first: number[];
  /** Milliseconds from the service's write to the visitor's read, of every token. */
  each: number[];
  /** CPU seconds of the subject in the window. */
  cpuSeconds: number;
  /** Streams that lost, doubled or reordered a token, or did not end with `done`. */
  faults: number;
}

export interface MemoryResult {
  /** Of all streams together, above what was there before them. */
  rss: number;
  used: number | undefined;
  /** What stays after the first wave has ended, and after a second one as large. */
  left: { rss: number; used: number | undefined }[];
  /** Tokens a second and stream that the machine could carry. */
  pace: number;
  faults: number;
}

export interface Load {
  /** Open at any moment. */
  streams: number;
  /** Seconds an answer lasts. */
  life: number;
  /** Seconds that are measured. */
  seconds: number;
}

export const TOKENS_PER_SECOND = 20;
/**
 * What a fresh process runs is still being compiled for its first thousands, by threads that take the machine from
 * whatever else runs on it. At 200 streams, of which 50 start a second, that is the first minute.
 */
export const WARM_STREAMS = 3000;
/** A JSON reply is cheaper to ask for than a stream, and few lines of the subject are met by it alone. */
export const WARM_JSON = WARM_STREAMS / 5;
const WARM_AT_ONCE = 20;
/** Longer than the proxy keeps a finished reply here, and than a line to the service is kept when nobody uses it. */
const SETTLE_MS = 7000;

/**
 * Visitors come one by one at random times, so many that as many streams as wanted are open at any moment, each for
 * `life` seconds. Measured are those who come, and the tokens that are read, in `seconds` after the first `life`.
 */
export async function measureLatency(
  subject: Subject,
  { streams, life, seconds }: Load,
): Promise<LatencyResult> {
  await warm(subject);
  const arrivals = arrivalTimes(streams / life, life + seconds);
  const recorded: { stream: RecordedStream; at: number }[] = [];
  const started = now();
  const passed = (): number => (now() - started) / 1000;
  let cpu = Number.NaN;
  for (const at of arrivals) {
    const early = at - passed();
    if (early > 0) await pause(early * 1000);
    if (Number.isNaN(cpu) && at >= life) cpu = subject.cpu();
    recorded.push({ at, stream: new RecordedStream(subject.port, life * TOKENS_PER_SECOND) });
  }
  const cpuSeconds = subject.cpu() - cpu;
  const window = { from: started + life * 1000, to: started + (life + seconds) * 1000 };
  await Promise.all(recorded.map(({ stream }) => stream.closed));
  const result: LatencyResult = { first: [], each: [], cpuSeconds, faults: 0 };
  for (const { at, stream } of recorded) {
    const { first, tokens, whole } = stream.hear();
    if (!whole) result.faults++;
    if (at >= life) result.first.push(first);
    for (const token of tokens) {
      if (token.at >= window.from && token.at < window.to) result.each.push(token.late);
    }
  }
  return result;
}

/** Memory with so many streams open at once, half way through them, and after they have ended. */
export async function measureMemory(
  subject: Subject,
  { streams, life, rise }: { streams: number; life: number; rise: number },
): Promise<MemoryResult> {
  await warm(subject);
  await pause(SETTLE_MS);
  const idle = await subject.memory();
  const above = ({
    rss,
    used,
  }: {
    rss: number;
    used?: number;
  }): { rss: number; used: number | undefined } => ({
    rss: rss - idle.rss,
    used: used === undefined || idle.used === undefined ? undefined : used - idle.used,
  });
  const result: MemoryResult = { rss: 0, used: undefined, left: [], pace: 0, faults: 0 };
  for (let wave = 0; wave < 2; wave++) {
    const recorded: RecordedStream[] = [];
    for (let i = 0; i < streams; i++) {
      recorded.push(new RecordedStream(subject.port, life * TOKENS_PER_SECOND));
      if (i % 10 === 9) await pause((rise * 10_000) / streams);
    }
    await pause((life * 1000) / 2);
    if (wave === 0) {
      const busy = await subject.memory();
      // With all that the engine keeps in reserve: that is what its owner sees.
      Object.assign(result, above({ ...busy, rss: busy.resident }));
    }
    await Promise.all(recorded.map(stream => stream.closed));
    await pause(SETTLE_MS);
    result.left.push(above(await subject.memory()));
    for (const stream of recorded) {
      const { tokens, whole } = stream.hear();
      if (!whole) result.faults++;
      const [from, to] = [tokens[0]?.at ?? 0, tokens.at(-1)?.at ?? 0];
      result.pace += tokens.length / ((to - from) / 1000) / streams / 2;
    }
  }
  return result;
}

/** JSON replies a second with fifty requests at once, and the subject's CPU milliseconds for each. */
export async function measureJson(
  subject: Subject,
  seconds: number,
): Promise<{ perSecond: number; cpuMs: number }> {
  await warm(subject);
  const end = now() + seconds * 1000;
  const cpu = subject.cpu();
  let count = 0;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (now() < end) {
        await askOnce(subject);
        count++;
      }
    }),
  );
  return { perSecond: count / seconds, cpuMs: ((subject.cpu() - cpu) * 1000) / count };
}

/** A process that has just started has yet to compile what it runs. */
async function warm(subject: Subject): Promise<void> {
  const rounds = WARM_STREAMS / WARM_AT_ONCE;
  for (let i = 0; i < rounds; i++) {
    const streams = Array.from({ length: WARM_AT_ONCE }, () => new RecordedStream(subject.port, 1));
    const replies = Array.from({ length: WARM_JSON / rounds }, () => askOnce(subject));
    await Promise.all([...streams.map(stream => stream.closed), ...replies]);
  }
}

async function askOnce(subject: Subject): Promise<void> {
  const request = new RecordedStream(subject.port, 1, false);
  await request.closed;
  if (!request.answered) throw new Error(`${subject.name} did not answer`);
}

/** Random arrivals, the same at each call: exponential distances, from a fixed seed. */
function arrivalTimes(perSecond: number, seconds: number): number[] {
  const times: number[] = [];
  let state = 1;
  for (let at = 0; at < seconds; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    at += -Math.log(1 - state / 4_294_967_296) / perSecond;
    times.push(at);
  }
  return times;
}
