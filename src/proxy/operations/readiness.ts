import { type StoreState, stateOf } from '../../databases/store-state.ts';
import { throttledProbe } from '../../limits/throttled-probe.ts';
import { MODELS_HEADER } from '../../protocol/extension-headers.ts';
import { decodeModels, type ModelsState } from '../../protocol/models-state.ts';
import type { Stores } from '../stores/stores.ts';
import type { Upstream } from '../upstream/upstream.ts';

const PROBE_TIMEOUT_MS = 5000;

/** With the models of a service that names them. */
export interface ReadinessReport extends Partial<ModelsState> {
  status: 'ok' | 'unavailable' | 'draining';
  service: 'ok' | 'unreachable' | 'key refused';
  /** The worse of the two below. */
  stores: StoreState;
  /** Where settings and counters are. */
  database: StoreState;
  /** Where instances share replies and limits. */
  redis: StoreState;
}

export interface ReadinessOptions {
  upstream: Upstream;
  stores: Stores;
  /** Rejects if Redis cannot be reached. */
  checkCluster: () => Promise<void>;
  isDraining: () => boolean;
}

type Found = Omit<ReadinessReport, 'status'>;

/** Whether messages would get through. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #find: () => Promise<Found> = throttledProbe(() => this.#probe());

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  async check(): Promise<ReadinessReport> {
    const found = await this.#find();
    const ready = found.service === 'ok' && found.stores === 'ok';
    return { status: this.#options.isDraining() ? 'draining' : ready ? 'ok' : 'unavailable', ...found };
  }

  async #probe(): Promise<Found> {
    const { stores, checkCluster } = this.#options;
    const [{ service, models }, database, redis] = await Promise.all([
      this.#probeService(),
      stores.check(),
      stateOf(checkCluster),
    ]);
    return { service, stores: database === 'ok' ? redis : database, database, redis, ...models };
  }

  async #probeService(): Promise<{ service: ReadinessReport['service']; models?: ModelsState | undefined }> {
    try {
      const { ok, status, headers, body } = await this.#options.upstream.probe(
        AbortSignal.timeout(PROBE_TIMEOUT_MS),
      );
      body.cancel();
      if (status === 401) return { service: 'key refused' };
      // A redirect or a web page is not an answer of the service.
      const answers = ok ? isJson(headers.get('Content-Type')) : status >= 400 && status < 500;
      if (!answers) return { service: 'unreachable' };
      return { service: 'ok', models: decodeModels(headers.get(MODELS_HEADER)) };
    } catch {
      return { service: 'unreachable' };
    }
  }
}

function isJson(type: string | null): boolean {
  return /^application\/json\b/i.test(type ?? '');
}
