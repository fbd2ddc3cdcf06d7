import { Worker } from 'node:worker_threads';
import type { ReadDocument } from './document.ts';
import type { TextFile, TextFormat } from './text-file.ts';
import { Unreadable } from './unreadable.ts';

export interface ReadingTask extends Omit<TextFile, 'format'> {
  format: TextFormat | 'pdf' | 'docx';
}

export type ReadingAnswer = { document: ReadDocument } | { reason: string };

const TIME_MAX_MS = 60_000;
const MEMORY_MAX_MB = 1024;
const MEMORY_LOOK_MS = 100;
/** A worker that nobody needs is ended after this. */
const IDLE_MS = 3000;

// Sources run as they are, and the built package beside its other built files.
const WORKER = new URL(`./read-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Threads at the same time, each of which may need all the memory that one may. */
const THREADS_MAX = 2;

const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
let busy = 0;
/** Who waits for a thread, the first first. */
const waiting: (() => void)[] = [];

export interface ReadingBounds {
  timeMaxMs?: number;
  memoryMaxMb?: number;
  /** Ends the reading, whatever is left of it. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a document in a worker thread: large files take seconds, in which visitors must still be answered, and a
 * hostile one may take all time or memory there is. @throws Unreadable, and the signal's reason
 */
export async function readInWorker(
  task: ReadingTask,
  { timeMaxMs = TIME_MAX_MS, memoryMaxMb = MEMORY_MAX_MB, signal }: ReadingBounds = {},
): Promise<ReadDocument> {
  if (busy >= THREADS_MAX) await new Promise<void>(resolve => waiting.push(resolve));
  else busy++;
  try {
    return await readAlone(task, { timeMaxMs, memoryMaxMb, signal });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }
}

async function readAlone(
  task: ReadingTask,
  { timeMaxMs, memoryMaxMb, signal }: ReadingBounds & { timeMaxMs: number; memoryMaxMb: number },
): Promise<ReadDocument> {
  signal?.throwIfAborted();
  const worker = takeIdle() ?? startWorker();
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>();
  const tooMuchMemory = `needs more than ${memoryMaxMb} MiB of memory to read`;
  const timer = setTimeout(() => {
    reject(new Unreadable(`took longer than ${timeMaxMs / 1000} seconds to read`));
  }, timeMaxMs);
  // What a file unpacks to is no part of the heap that a thread can be limited to. Node.js tells it since 22.16.
  const looks = setInterval(async () => {
    const used = await worker.getHeapStatistics?.().catch(() => undefined);
    if (used && used.external_memory > memoryMaxMb * 2 ** 20) reject(new Unreadable(tooMuchMemory));
  }, MEMORY_LOOK_MS);
  const onFailure = (error: NodeJS.ErrnoException): void =>
    reject(new Unreadable(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory : 'could not be read'));
  const onAbort = (): void => reject(signal?.reason);
  worker.once('message', resolve);
  worker.once('error', onFailure);
  signal?.addEventListener('abort', onAbort);
  try {
    worker.ref();
    worker.postMessage(task);
    const answer = await promise;
    keepIdle(worker);
    if ('reason' in answer) throw new Unreadable(answer.reason);
    return answer.document;
  } catch (error) {
    if (!idle.some(one => one.worker === worker)) await worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(looks);
    worker.off('message', resolve);
    worker.off('error', onFailure);
    signal?.removeEventListener('abort', onAbort);
  }
}

function startWorker(): Worker {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB } });
  // A library may fail late, when its document is done with: that must not end the process.
  worker.on('error', () => void takeIdle(worker));
  return worker;
}

/** This one, or any. */
function takeIdle(wanted?: Worker): Worker | undefined {
  const at = wanted ? idle.findIndex(({ worker }) => worker === wanted) : idle.length - 1;
  const [taken] = at < 0 ? [] : idle.splice(at, 1);
  clearTimeout(taken?.timer);
  return taken?.worker;
}

/** Neither the worker nor its timer keeps the process alive. */
function keepIdle(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => void takeIdle(worker)?.terminate(), IDLE_MS);
  timer.unref();
  idle.push({ worker, timer });
}
