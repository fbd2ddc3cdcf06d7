import { proxyUrl } from '../../client/transport/proxy-url.ts';
import type { PublicSettings } from '../../protocol/settings.ts';

/** What could not be had is asked for when the element is drawn so much later. */
const AGAIN_MS = 1000;

/** So long the launcher waits for how its owner wants it: a chat with looks of its own is more than none. */
const ANSWER_MS = 10_000;

/** Fetches the public settings of one agent, and of another when the page changes its mind. */
export class SettingsSource {
  settings: PublicSettings | undefined;
  /** Whether the answer is in, good or bad: nothing waits for it any more. */
  settled = false;
  /** The agent is not for this visitor or this site: nothing is shown. */
  refused = false;
  #wanted = '';

  /** Resolves with what went wrong, or undefined. A request that was overtaken by another changes nothing. */
  async follow(endpoint: string, agentId: string, changed: () => void): Promise<unknown> {
    const wanted = `${endpoint} ${agentId}`;
    if (!agentId || wanted === this.#wanted) return;
    this.#wanted = wanted;
    let failure: unknown;
    const settings = await fetchSettings(endpoint, agentId).catch((error: unknown) => {
      failure = error;
      // Whoever opens the chat after a moment gets it as its owner wants it.
      setTimeout(() => {
        if (wanted === this.#wanted) this.#wanted = '';
      }, AGAIN_MS);
      return undefined;
    });
    if (wanted !== this.#wanted) return;
    this.settings = settings;
    this.settled = true;
    this.refused = /^(unauth|forbid|origin)/.test(codeOf(failure));
    changed();
    return failure;
  }
}

interface Answer {
  data?: PublicSettings;
  error?: unknown;
}

/** As the client's own, less what only a conversation needs: the launcher is counted in bytes. */
async function fetchSettings(endpoint: string, agentId: string): Promise<PublicSettings> {
  const response = await fetch(proxyUrl(endpoint, 'api', 'v2', 'agents', agentId, 'settings'), {
    cache: 'no-cache',
    credentials: 'omit',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => {
    throw { code: 'offline' };
  });
  // A site may answer any address with a page of its own, or with nothing.
  const body: Answer | undefined = await response.json().catch(() => {});
  if (!body) throw { code: 'unreadable' };
  if (!response.ok) throw body.error ?? {};
  return body.data ?? (body as PublicSettings);
}

/** The code of a failure of ours, else `internal`. */
export function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : 'internal';
}
