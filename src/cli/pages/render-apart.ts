import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

export interface PageTask {
  markdown: string;
  /** Of a document that names none itself. */
  title: string;
}

/** A document of a megabyte takes less than this. */
const TIME_MAX_MS = 5000;
const MEMORY_MAX_MB = 512;
const KEPT_MAX = 50;
/** What took too long on a busy machine may not later. */
const AGAIN_MS = 60_000;

// Sources run as they are, and the built package beside its other built files.
const THREAD = new URL(`./page-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

const kept = new Map<string, Promise<string | undefined>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * A document as a page, made in a thread of its own: a page of nothing but marks takes minutes, in which visitors must
 * still be answered. One after the other, and each once. Undefined for one that nests too deep or takes too long.
 */
export function renderApart(task: PageTask): Promise<string | undefined> {
  const key = hash('sha256', JSON.stringify(task));
  const known = kept.get(key);
  if (known) return known;
  const page = last.then(() => inThread(task)).catch(() => undefined);
  last = page.then(html => {
    if (html === undefined) setTimeout(() => kept.delete(key), AGAIN_MS).unref();
  });
  kept.set(key, page);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
  return page;
}

function inThread(task: PageTask): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const worker = new Worker(THREAD, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB, stackSizeMb: 1 },
  });
  const timer = setTimeout(() => resolve(undefined), TIME_MAX_MS);
  worker.once('message', resolve);
  worker.on('error', () => resolve(undefined));
  return promise.finally(async () => {
    clearTimeout(timer);
    await worker.terminate();
  });
}
