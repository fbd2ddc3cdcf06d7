import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

export interface PageTask {
  markdown: string;
  /** Used if the document has no title. */
  title: string;
}

/** A document of 1 MB takes less than this. */
const TIME_MAX_MS = 5000;
const MEMORY_MAX_MB = 512;
const KEPT_MAX = 50;
/** A failure on a busy machine is retried after this time. */
const AGAIN_MS = 60_000;

// `.ts` when the sources run directly, `.js` in the built package.
const THREAD = new URL(`./page-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

const kept = new Map<string, Promise<string | undefined>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders a document as a page in a worker thread: a document of nothing but Markdown syntax can take minutes, during which
 * visitors must be answered. One document at a time, each once. Undefined if it nests too deeply or takes too long.
 */
export function renderInWorker(task: PageTask): Promise<string | undefined> {
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
