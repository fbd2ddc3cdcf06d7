import { proxyUrl } from '../../../client/transport/proxy-url.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';

/** Milliseconds after a failed request before the next update of the element may repeat it. */
const RETRY_AFTER_MS = 1000;

/** Milliseconds that the launcher waits for the settings before it renders with its defaults. */
const TIMEOUT_MS = 10_000;

/** What the controller needs of the element. */
interface SettingsHost {
  readonly resolvedEndpoint: string;
  readonly agentId: string;
  requestUpdate(): void;
}

/** Loads the public settings of an agent, and those of another one when the page changes `agent-id` or `endpoint`. */
export class SettingsController {
  settings: PublicSettings | undefined;
  /** The request has succeeded or failed; nothing waits for it any longer. */
  settled = false;
  /** The agent is private, or not allowed on this site: nothing is rendered. */
  refused = false;
  readonly #host: SettingsHost;
  readonly #onError: (error: unknown) => void;
  /** The endpoint and agent of the last request. */
  #source = '';

  constructor(host: SettingsHost, onError: (error: unknown) => void) {
    this.#host = host;
    this.#onError = onError;
  }

  /**
   * Requests the settings unless that has been done. The answer to an outdated request changes nothing.
   * @param again requests them once more, because a page may have been open for hours; if that fails, the old ones stay
   */
  async update(again = false): Promise<void> {
    const { resolvedEndpoint, agentId } = this.#host;
    const source = `${resolvedEndpoint} ${agentId}`;
    // Until there are settings, the first request is still running, or is repeated by the next update.
    if (!agentId || (again ? !this.settings : source === this.#source)) return;
    this.#source = source;
    let settings: PublicSettings | undefined;
    let failure: unknown;
    try {
      settings = await fetchSettings(resolvedEndpoint, agentId);
    } catch (error) {
      if (again) return;
      failure = error;
      setTimeout(() => {
        if (source === this.#source) this.#source = '';
      }, RETRY_AFTER_MS);
    }
    if (source !== this.#source) return;
    this.settings = settings;
    this.settled = true;
    this.refused = /^(unauth|forbid|origin)/.test(codeOf(failure));
    this.#host.requestUpdate();
    if (failure) this.#onError(failure);
  }
}

interface SettingsResponse {
  data?: PublicSettings;
  error?: unknown;
}

/** Like `AgentClient`, which is not loaded yet, but without what only a conversation needs. `no-cache` sends the ETag. */
async function fetchSettings(endpoint: string, agentId: string): Promise<PublicSettings> {
  const response = await fetch(proxyUrl(endpoint, 'api', 'v2', 'agents', agentId, 'settings'), {
    cache: 'no-cache',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw { code: 'offline' };
  });
  // A site may answer any URL with an HTML page or an empty body.
  const body: SettingsResponse | undefined = await response.json().catch(() => {});
  if (!body) throw { code: 'unreadable' };
  if (!response.ok) throw body.error ?? {};
  return body.data ?? (body as PublicSettings);
}

/** The code of one of our own errors, otherwise `internal`. */
export function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : 'internal';
}
