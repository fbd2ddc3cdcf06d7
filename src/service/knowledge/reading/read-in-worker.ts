import { Worker } from 'node:worker_threads';
import type { SkipCode } from '../../../protocol/sources.ts';
import type { ReadDocument } from './document.ts';
import { readingLimits } from './reading-limits.ts';
import type { TextFile, TextFormat } from './text-file.ts';
import { Unreadable } from './unreadable.ts';

export interface ReadingTask extends Omit<TextFile, 'format'> {
  format: TextFormat | 'pdf' | 'docx' | 'asciidoc';
}

export type ReadingAnswer = { document: ReadDocument } | { reason: string; code: SkipCode };

const TIME_MAX_MS = 60_000;
const MEMORY_CHECK_MS = 100;
/** Idle time after which a worker ends. */
const IDLE_MS = 3000;

// A TypeScript file in the source tree, a JavaScript file in the package.
const WORKER = new URL(`./read-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
let busy = 0;
/** Tasks that wait for a worker, in order. */
const waiting: (() => void)[] = [];

export interface ReadingBounds {
  timeMaxMs?: number;
  memoryMaxMb?: number;
  /** Aborts the reading. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a document in a worker thread, because large files take seconds in which visitors must be answered, and hostile
 * ones may take all time and memory. @throws Unreadable; the reason of `signal`
 */
export async function readInWorker(
  task: ReadingTask,
  { timeMaxMs = TIME_MAX_MS, memoryMaxMb = readingLimits().workerMb, signal }: ReadingBounds = {},
): Promise<ReadDocument> {
  if (busy >= readingLimits().workers) await new Promise<void>(resolve => waiting.push(resolve));
  else busy++;
  try {
    return await runTask(task, { timeMaxMs, memoryMaxMb, signal });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }
}

async function runTask(
  task: ReadingTask,
  { timeMaxMs, memoryMaxMb, signal }: ReadingBounds & { timeMaxMs: number; memoryMaxMb: number },
): Promise<ReadDocument> {
  signal?.throwIfAborted();
  const worker = takeIdle() ?? startWorker();
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>();
  const tooMuchMemory = `needs more than ${memoryMaxMb} MiB of memory to read`;
  const timer = setTimeout(() => {
    reject(new Unreadable('too-large', `took longer than ${timeMaxMs / 1000} seconds to read`));
  }, timeMaxMs);
  // `resourceLimits` does not cover buffers, such as unpacked files. `getHeapStatistics` exists since Node.js 22.16.
  const memoryCheck = setInterval(async () => {
    const used = await worker.getHeapStatistics?.().catch(() => undefined);
    if (used && used.used_heap_size + used.external_memory > memoryMaxMb * 2 ** 20)
      reject(new Unreadable('too-large', tooMuchMemory));
  }, MEMORY_CHECK_MS);
  const onFailure = (error: NodeJS.ErrnoException): void =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Unreadable('too-large', tooMuchMemory)
        : new Unreadable('damaged', 'could not be read'),
    );
  const onAbort = (): void => reject(signal?.reason);
  worker.once('message', resolve);
  worker.once('error', onFailure);
  signal?.addEventListener('abort', onAbort);
  try {
    worker.ref();
    worker.postMessage(task);
    const answer = await promise;
    keepIdle(worker);
    if ('reason' in answer) throw new Unreadable(answer.code, answer.reason);
    return answer.document;
  } catch (error) {
    if (!idle.some(one => one.worker === worker)) await worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(memoryCheck);
    worker.off('message', resolve);
    worker.off('error', onFailure);
    signal?.removeEventListener('abort', onAbort);
  }
}

function startWorker(): Worker {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: readingLimits().workerMb } });
  // A library may fail after its document was read: that must not end the process.
  worker.on('error', () => void takeIdle(worker));
  return worker;
}

/** Takes this worker, or any, from the idle ones. */
function takeIdle(wanted?: Worker): Worker | undefined {
  const at = wanted ? idle.findIndex(({ worker }) => worker === wanted) : idle.length - 1;
  const [taken] = at < 0 ? [] : idle.splice(at, 1);
  clearTimeout(taken?.timer);
  return taken?.worker;
}

/** Idle workers do not keep the process alive. */
function keepIdle(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => void takeIdle(worker)?.terminate(), IDLE_MS);
  timer.unref();
  idle.push({ worker, timer });
}
