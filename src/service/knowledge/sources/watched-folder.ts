import { realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { IngestReport, ServiceLogger } from '../../contract.ts';
import { describeError } from '../../errors.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { indexFolder, indexPaths } from './folder.ts';
import { isHidden } from './folder-paths.ts';
import type { Folder } from './index-files.ts';

/** How often the log hears how far the reading of a large folder has come. */
const PROGRESS_MS = 10_000;
/** How often it is looked whether another folder stands in the place of the one that is watched. */
const LOOK_MS = 1000;

/** Keeps the index up to date with a folder for as long as it is open. */
export class WatchedFolder {
  readonly #store: PassageStore;
  readonly #folder: Folder;
  readonly #logger: ServiceLogger | undefined;
  #watcher: FSWatcher | undefined;
  #looking: NodeJS.Timeout | undefined;
  /** Which folder is watched; undefined once it is gone. */
  #watched: string | undefined;
  /** One after the other: a file that changes twice ends as it was last. */
  #work: Promise<unknown> = Promise.resolve();
  /** What has changed and is not yet looked at; a file that changes twice meanwhile is read once. */
  readonly #changed = new Set<string>();

  constructor(store: PassageStore, folder: Folder, logger: ServiceLogger | undefined) {
    this.#store = store;
    this.#folder = folder;
    this.#logger = logger;
  }

  /** Indexes the folder, unless it is aborted, and follows its changes. @throws when it can't be read */
  open(signal: AbortSignal): Promise<void> {
    const first = this.#follow(signal);
    this.#work = first.catch(() => {});
    this.#looking = setInterval(() => {
      this.#work = this.#work.then(() => this.#followAnother(signal));
    }, LOOK_MS).unref();
    return first;
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    await this.#work;
    await this.#watcher?.close();
    await this.#work;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    // The folder itself may be a link; those inside are not followed.
    const dir = await realpath(this.#folder.dir);
    const inside = (path: string): string => relative(dir, path).split(sep).join('/');
    this.#watched = await identityOf(dir);
    this.#watcher = watch(dir, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: path => isHidden(inside(path)),
      // An editor that writes in several steps is read once it is done.
      awaitWriteFinish: { stabilityThreshold: 200, pollInterval: 50 },
    });
    const onChange = (path: string): void => this.#queue(inside(path), signal);
    this.#watcher.on('add', onChange).on('change', onChange).on('unlink', onChange);
    this.#watcher.on('unlinkDir', path => {
      if (inside(path) === '') this.#watched = undefined;
    });
    this.#watcher.on('error', () => this.#logger?.warn({}, 'the documents can not be watched'));
    const ready = new Promise<void>(resolve => this.#watcher?.once('ready', resolve));
    const report = await indexFolder(this.#store, this.#folder, this.#progress(), signal);
    const { failed, ...counts } = report;
    this.#logger?.info({ ...counts, failed: failed.length }, 'documents are indexed');
    this.#report(report);
    await ready;
  }

  /** A folder that was moved here, or that a link leads to now, is read as at a start. */
  async #followAnother(signal: AbortSignal): Promise<void> {
    const now = await identityOf(this.#folder.dir);
    if (now === undefined || now === this.#watched || signal.aborted) return;
    await this.#watcher?.close();
    await this.#follow(signal).catch(() => {
      this.#watched = undefined;
    });
  }

  /** Says in the log how far a long reading has come. */
  #progress(): (done: number, total: number) => void {
    let said = Date.now();
    return (done, total) => {
      if (Date.now() - said < PROGRESS_MS) return;
      said = Date.now();
      this.#logger?.info({ done, total }, 'documents are being read');
    };
  }

  #report({ failed }: IngestReport): void {
    for (const { path, reason } of failed) this.#logger?.warn({ path, reason }, 'a document was not read');
  }

  #queue(path: string, signal: AbortSignal): void {
    this.#changed.add(path);
    // Thousands change at once where a folder is copied or fetched anew: they are looked at together.
    if (this.#changed.size > 1) return;
    this.#work = this.#work.then(async () => {
      const paths = [...this.#changed];
      this.#changed.clear();
      if (signal.aborted) return;
      try {
        this.#report(await indexPaths(this.#store, this.#folder, paths, signal));
      } catch (error) {
        const reason = describeError(error);
        for (const path of paths) this.#logger?.warn({ path, reason }, 'a document could not be indexed');
      }
    });
  }
}

async function identityOf(dir: string): Promise<string | undefined> {
  const found = await stat(dir).catch(() => undefined);
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
}
