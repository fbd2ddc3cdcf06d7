import { MemoryWindows } from '../access/memory-windows.ts';
import { answered } from '../stores/answered.ts';
import type { Stores } from '../stores/stores.ts';
import type { Upstream } from '../upstream/upstream.ts';

const PROBE_MS = 5000;

/** Looks at the service that may be had in so many seconds: anybody may ask, and each costs a request there. */
const LOOKS = { count: 5, seconds: 20 };

export interface Found {
  service: 'ok' | 'unreachable' | 'key refused';
  stores: 'ok' | 'unreachable';
}

export interface Needed {
  upstream: Upstream;
  stores: Stores;
  /** Rejects when something this proxy stores in cannot be reached. */
  checkCluster: () => Promise<void>;
}

/** Whether messages would get through. */
export class Readiness {
  readonly #needed: Needed;
  readonly #looks = new MemoryWindows(LOOKS.seconds);
  #last: Promise<Found> | undefined;

  constructor(needed: Needed) {
    this.#needed = needed;
  }

  /** A fresh look, or the last one where there were many. */
  async look(): Promise<Found> {
    const { taken } = await this.#looks.count('');
    if (taken <= LOOKS.count) this.#last = this.#lookAround();
    return this.#last!;
  }

  async #lookAround(): Promise<Found> {
    const [service, stores] = await Promise.all([this.#probeService(), this.#probeStores()]);
    return { service, stores };
  }

  async #probeService(): Promise<Found['service']> {
    try {
      const { ok, status, headers, body } = await this.#needed.upstream.probe(AbortSignal.timeout(PROBE_MS));
      body.cancel();
      if (status === 401) return 'key refused';
      // No redirect is followed. A web page answers as well, and is no service.
      const answers = ok ? isJson(headers.get('Content-Type')) : status >= 400 && status < 500;
      return answers ? 'ok' : 'unreachable';
    } catch {
      return 'unreachable';
    }
  }

  async #probeStores(): Promise<Found['stores']> {
    try {
      await this.#needed.checkCluster();
      await answered(this.#needed.stores.settings.read('probe'));
      return 'ok';
    } catch {
      return 'unreachable';
    }
  }
}

function isJson(type: string | null): boolean {
  return /^application\/json\b/i.test(type ?? '');
}
