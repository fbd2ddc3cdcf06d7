import { withTimeout } from '../../databases/with-timeout.ts';
import { MemoryWindows } from '../../limits/memory-windows.ts';
import type { Stores } from '../stores/stores.ts';
import type { Upstream } from '../upstream/upstream.ts';

const PROBE_TIMEOUT_MS = 5000;

/** Probes in so many seconds: anybody may ask, and each costs a request to the service. */
const PROBES = { count: 5, seconds: 20 };

export interface ReadinessReport {
  service: 'ok' | 'unreachable' | 'key refused';
  stores: 'ok' | 'unreachable';
}

export interface ReadinessOptions {
  upstream: Upstream;
  stores: Stores;
  /** Rejects when something this proxy stores in cannot be reached. */
  checkCluster: () => Promise<void>;
}

/** Whether messages would get through. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #probes = new MemoryWindows();
  #last: Promise<ReadinessReport> | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** A fresh probe, or the result of the last one where there were many. */
  async check(): Promise<ReadinessReport> {
    const { taken } = this.#probes.count('', PROBES);
    if (taken <= PROBES.count) this.#last = this.#probe();
    return this.#last!;
  }

  async #probe(): Promise<ReadinessReport> {
    const [service, stores] = await Promise.all([this.#probeService(), this.#probeStores()]);
    return { service, stores };
  }

  async #probeService(): Promise<ReadinessReport['service']> {
    try {
      const { ok, status, headers, body } = await this.#options.upstream.probe(
        AbortSignal.timeout(PROBE_TIMEOUT_MS),
      );
      body.cancel();
      if (status === 401) return 'key refused';
      // No redirect is followed. A web page answers as well, and is no service.
      const answers = ok ? isJson(headers.get('Content-Type')) : status >= 400 && status < 500;
      return answers ? 'ok' : 'unreachable';
    } catch {
      return 'unreachable';
    }
  }

  async #probeStores(): Promise<ReadinessReport['stores']> {
    try {
      await this.#options.checkCluster();
      await withTimeout(this.#options.stores.settings.read('probe'));
      return 'ok';
    } catch {
      return 'unreachable';
    }
  }
}

function isJson(type: string | null): boolean {
  return /^application\/json\b/i.test(type ?? '');
}
