import { withTimeout } from '../../databases/with-timeout.ts';
import { MemoryWindows } from '../../limits/memory-windows.ts';
import type { Stores } from '../stores/stores.ts';
import type { Upstream } from '../upstream/upstream.ts';

const PROBE_TIMEOUT_MS = 5000;

/** Probes of the service; anybody can trigger one. */
const PROBES = { count: 5, seconds: 20 };

export interface ReadinessReport {
  service: 'ok' | 'unreachable' | 'key refused';
  stores: 'ok' | 'unreachable';
}

export interface ReadinessOptions {
  upstream: Upstream;
  stores: Stores;
  /** Rejects if Redis cannot be reached. */
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

  /** A new probe, or the result of the last one after many. */
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
      // A redirect or a web page is not an answer of the service.
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
