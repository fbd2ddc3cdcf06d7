import { proxyUrl } from '../../../client/transport/proxy-url.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';

/** Milliseconds after a failed request before the next update of the element may repeat it. */
const RETRY_AFTER_MS = 1000;

/** Milliseconds that the launcher waits for the settings before it renders with its defaults. */
const TIMEOUT_MS = 10_000;

/** Loads the public settings of an agent, and those of another one when the page changes `agent-id` or `endpoint`. */
export class SettingsController {
  settings: PublicSettings | undefined;
  /** The request has succeeded or failed; nothing waits for it any longer. */
  settled = false;
  /** The agent is private, or not allowed on this site: nothing is rendered. */
  refused = false;
  /** The endpoint and agent of the last request. */
  #requested = '';

  /**
   * Requests the settings unless they have been requested already. The answer to an outdated request changes nothing.
   * @returns the error if the request failed
   */
  async load(endpoint: string, agentId: string, onChange: () => void): Promise<unknown> {
    const requested = `${endpoint} ${agentId}`;
    if (!agentId || requested === this.#requested) return;
    this.#requested = requested;
    let failure: unknown;
    const settings = await fetchSettings(endpoint, agentId).catch((error: unknown) => {
      failure = error;
      setTimeout(() => {
        if (requested === this.#requested) this.#requested = '';
      }, RETRY_AFTER_MS);
      return undefined;
    });
    if (requested !== this.#requested) return;
    this.settings = settings;
    this.settled = true;
    this.refused = /^(unauth|forbid|origin)/.test(codeOf(failure));
    onChange();
    return failure;
  }
}

interface SettingsResponse {
  data?: PublicSettings;
  error?: unknown;
}

/** Like `AgentClient`, which is not loaded yet, but without what only a conversation needs. */
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
