import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { IngestReport, ServiceLogger } from '../contract.ts';
import { type Folder, indexFolder, indexPath, isHidden } from './folder.ts';
import type { PassageStore } from './passage-store.ts';

/** Keeps the index up to date with a folder for as long as it is open. */
export class WatchedFolder {
  readonly #store: PassageStore;
  readonly #folder: Folder;
  readonly #logger: ServiceLogger | undefined;
  #watcher: FSWatcher | undefined;
  /** One file after the other: a file that changes twice ends as it was last. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(store: PassageStore, folder: Folder, logger: ServiceLogger | undefined) {
    this.#store = store;
    this.#folder = folder;
    this.#logger = logger;
  }

  /** Indexes the folder, unless it is aborted, and follows its changes. */
  async open(signal: AbortSignal): Promise<IngestReport> {
    // The folder itself may be a link; those inside are not followed.
    const dir = await realpath(this.#folder.dir);
    const inside = (path: string): string => relative(dir, path).split(sep).join('/');
    this.#watcher = watch(dir, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: path => isHidden(inside(path)),
      // An editor that writes in several steps is read once it is done.
      awaitWriteFinish: { stabilityThreshold: 200, pollInterval: 50 },
    });
    const onChange = (path: string): void => this.#queue(inside(path));
    this.#watcher.on('add', onChange).on('change', onChange).on('unlink', onChange);
    this.#watcher.on('error', () => this.#logger?.warn({}, 'the documents can not be watched'));
    const ready = new Promise<void>(resolve => this.#watcher?.once('ready', resolve));
    const report = await indexFolder(this.#store, this.#folder, undefined, signal);
    await ready;
    return report;
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
    await this.#work;
  }

  #queue(path: string): void {
    this.#work = this.#work.then(async () => {
      try {
        const { failed } = await indexPath(this.#store, this.#folder, path);
        if (failed.length > 0) this.#logger?.warn({ path }, 'a document could not be read');
      } catch {
        this.#logger?.warn({ path }, 'a document could not be indexed');
      }
    });
  }
}
