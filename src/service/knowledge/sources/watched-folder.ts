import { readlink, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { IngestReport, ServiceLogger } from '../../contract.ts';
import { describeError } from '../../errors.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { type Folder, indexFolder, indexPaths } from './folder.ts';
import { isHidden } from './folder-paths.ts';

/** How often the progress of a large folder is logged. */
const PROGRESS_MS = 10_000;
/** How often it checks whether the folder was replaced. */
const CHECK_MS = 1000;
/** The link to the current version of a ConfigMap of Kubernetes. An update replaces this link alone. */
const CURRENT_VERSION = '..data';

/** Updates the index whenever a folder changes. */
export class WatchedFolder {
  readonly #store: PassageStore;
  readonly #folder: Folder;
  readonly #logger: ServiceLogger | undefined;
  #watcher: FSWatcher | undefined;
  #checks: NodeJS.Timeout | undefined;
  /** Device and inode of the watched folder; undefined after it was removed. */
  #identity: string | undefined;
  /** Changes run one after the other. */
  #work: Promise<unknown> = Promise.resolve();
  /** Changed paths that are not read yet. */
  readonly #changed = new Set<string>();

  constructor(store: PassageStore, folder: Folder, logger: ServiceLogger | undefined) {
    this.#store = store;
    this.#folder = folder;
    this.#logger = logger;
  }

  /** Indexes the folder and watches it. @throws when it cannot be read */
  open(signal: AbortSignal): Promise<void> {
    const first = this.#start(signal);
    this.#work = first.catch(() => {});
    this.#checks = setInterval(() => {
      this.#work = this.#work.then(() => this.#checkReplaced(signal));
    }, CHECK_MS).unref();
    return first;
  }

  get dir(): string {
    return this.#folder.dir;
  }

  /** Reads a file that may be missing in the index. */
  async read(path: string): Promise<void> {
    const work = this.#work.then(async () =>
      this.#report(await indexPaths(this.#store, this.#folder, [path])),
    );
    this.#work = work.catch(() => {});
    await work;
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    await this.#work;
    await this.#watcher?.close();
    await this.#work;
  }

  async #start(signal: AbortSignal): Promise<void> {
    // The folder itself may be a symbolic link; those inside are not followed.
    const dir = await realpath(this.#folder.dir);
    const inside = (path: string): string => relative(dir, path).split(sep).join('/');
    this.#identity = await identityOf(dir);
    this.#watcher = watch(dir, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: path => isHidden(inside(path)),
      // Waits for editors that write in several steps.
      awaitWriteFinish: { stabilityThreshold: 200, pollInterval: 50 },
    });
    const onChange = (path: string): void => this.#queue(inside(path), signal);
    this.#watcher.on('add', onChange).on('change', onChange).on('unlink', onChange);
    this.#watcher.on('unlinkDir', path => {
      if (inside(path) === '') this.#identity = undefined;
    });
    this.#watcher.on('error', () => this.#logger?.warn({}, 'cannot watch the documents'));
    const ready = new Promise<void>(resolve => this.#watcher?.once('ready', resolve));
    const report = await indexFolder(this.#store, this.#folder, this.#progress(), signal);
    const { failed, warnings, ...counts } = report;
    this.#logger?.info(
      { ...counts, failed: failed.length, warnings: warnings.length },
      'documents are indexed',
    );
    this.#report(report);
    await ready;
  }

  /** Reads the folder again if it was replaced by another one or its symbolic link changed. */
  async #checkReplaced(signal: AbortSignal): Promise<void> {
    const now = await identityOf(this.#folder.dir);
    if (now === undefined || now === this.#identity || signal.aborted) return;
    await this.#watcher?.close();
    await this.#start(signal).catch(() => {
      this.#identity = undefined;
    });
  }

  /** Logs the progress of a long reading. */
  #progress(): (done: number, total: number) => void {
    let logged = Date.now();
    return (done, total) => {
      if (Date.now() - logged < PROGRESS_MS) return;
      logged = Date.now();
      this.#logger?.info({ done, total }, 'documents are being read');
    };
  }

  #report({ failed, warnings }: IngestReport): void {
    for (const { path, reason } of failed) this.#logger?.warn({ path, reason }, 'a document was not read');
    for (const { path, reason } of warnings)
      this.#logger?.warn({ path, reason }, 'a document was read in part');
  }

  #queue(path: string, signal: AbortSignal): void {
    this.#changed.add(path);
    // Copying a folder changes thousands of files at once: read them together.
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
  if (!found?.isDirectory()) return undefined;
  const version = await readlink(join(dir, CURRENT_VERSION)).catch(() => '');
  return `${found.dev}:${found.ino}:${version}`;
}
