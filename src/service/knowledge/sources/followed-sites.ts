import type { ServiceLogger } from '../../contract.ts';
import { describeError } from '../../errors.ts';
import {
  claimSite,
  findSite,
  finishSite,
  releaseSite,
  renewSite,
  type Site,
  type SiteProgress,
} from '../../storage/sites.ts';
import { dropEntries } from '../../storage/source-entries.ts';
import type { Database } from '../../storage/tables.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { skipCodeOf, Unreadable } from '../reading/unreadable.ts';

/** Milliseconds between checks for sites that are due. */
const CHECK_MS = 10_000;
/** Milliseconds between two reports of the progress. */
const REPORT_MS = 1000;
/** Sites that are read at the same time, so that a slow one does not delay all others. */
const CONCURRENCY = 3;

export interface FollowedSitesOptions {
  database: Database;
  store: PassageStore;
  logger: ServiceLogger | undefined;
  /** Whether sites in private networks are read. */
  allowsPrivate: boolean;
  /** Called when a reading has stored its first page: the sample documents are then replaced. */
  onStored: (agentId: string) => Promise<void>;
}

/**
 * Websites that the owner added in the panel. They are read once, and again when they are due. The database stores the
 * progress, so that any process of the service can resume a reading that a restart interrupted.
 */
export class FollowedSites {
  readonly #options: FollowedSitesOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #checking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FollowedSitesOptions) {
    this.#options = options;
  }

  /** Begins to read the sites that are due, now and later. */
  open(): void {
    this.#timer ??= setInterval(() => this.check(), CHECK_MS).unref();
    this.check();
  }

  /** Looks for sites that are due. */
  check(): void {
    this.#checking = this.#checking
      .then(() => this.#startDue())
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#options.logger?.warn({ reason: describeError(error) }, 'could not look for websites to read');
      });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#timer);
    await this.#checking;
    await Promise.all(this.#running);
  }

  async #startDue(): Promise<void> {
    while (this.#running.size < CONCURRENCY && !this.#closing.signal.aborted) {
      const site = await claimSite(this.#options.database);
      if (!site) return;
      const work: Promise<void> = this.#read(site).finally(() => {
        this.#running.delete(work);
        if (!this.#closing.signal.aborted) this.check();
      });
      this.#running.add(work);
    }
  }

  /** Never throws: an error is a state of the site. */
  async #read(site: Site & { reading: string }): Promise<void> {
    const { database, store } = this.#options;
    const { agent_id: agentId, source } = site;
    const stopped = new AbortController();
    const signal = AbortSignal.any([stopped.signal, this.#closing.signal]);
    const estimate = estimator();
    let progress: Omit<SiteProgress, 'secondsLeft'> = { found: 0, done: 0, skipped: 0 };
    let hasStored = false;
    const reporter = setInterval(() => {
      renewSite(database, site, { ...progress, secondsLeft: estimate(progress) }).then(
        goesOn => !goesOn && stopped.abort(),
        () => {},
      );
    }, REPORT_MS).unref();
    try {
      const { indexSite } = await import('./site.ts');
      const { SiteReader } = await import('./site-reader.ts');
      const sitemap = new URL(source);
      const reader = new SiteReader(sitemap, {
        allowPrivate: this.#options.allowsPrivate,
        isPublicOnly: !this.#options.allowsPrivate,
        signal,
      });
      await indexSite(
        store,
        reader,
        { agentId, sitemap, reading: site.reading, signal },
        {
          onProgress: next => {
            progress = next;
          },
          onStored: async () => {
            if (hasStored) return;
            hasStored = true;
            // The page is stored, whatever becomes of the sample documents.
            await this.#options.onStored(agentId).catch((error: unknown) => {
              this.#options.logger?.warn(
                { reason: describeError(error) },
                'the sample documents could not be replaced',
              );
            });
          },
        },
      );
      if (signal.aborted || !(await finishSite(database, site, progress, null)))
        await this.#stop(site, false);
    } catch (error) {
      await this.#fail(site, progress, error, signal).catch(() => {});
    } finally {
      // After an error of the database, the pages that are still being read are not stored.
      stopped.abort();
      clearInterval(reporter);
    }
  }

  async #fail(
    site: Site,
    progress: Omit<SiteProgress, 'secondsLeft'>,
    error: unknown,
    { aborted }: AbortSignal,
  ): Promise<void> {
    const { database, logger } = this.#options;
    if (error instanceof Unreadable && !aborted) {
      if (await finishSite(database, site, progress, skipCodeOf(error))) return;
    } else if (!aborted) logger?.warn({ reason: describeError(error) }, 'a website could not be stored');
    await this.#stop(site, !aborted);
  }

  /** Releases an incomplete reading. Removes everything of a site that was forgotten meanwhile. */
  async #stop(site: Site, isFailed: boolean): Promise<void> {
    const { database, store } = this.#options;
    if (await findSite(database, site.agent_id, site.source))
      return await releaseSite(database, site, isFailed);
    await store.removeSource(site.agent_id, site.source);
    await dropEntries(database, site.agent_id, site.source);
  }
}

/** Seconds that the rest takes at the pace of this process. */
function estimator(): (progress: Omit<SiteProgress, 'secondsLeft'>) => number | null {
  let from: { time: number; done: number } | undefined;
  return ({ found, done }) => {
    if (found === 0) return null;
    from ??= { time: Date.now(), done };
    if (done === from.done) return null;
    const perPage = (Date.now() - from.time) / (done - from.done);
    return Math.ceil(((found - done) * perPage) / 1000);
  };
}
