import type { PublicSettings } from '../../protocol/settings.ts';
import { ClientError } from './client-error.ts';
import { proxyUrl } from './proxy-url.ts';

export interface SettingsRequest {
  /** Where the proxy is mounted. */
  endpoint: string;
  agentId: string;
  /** Shows a `private` agent to its owner (admin preview). */
  token?: string | undefined;
  fetch?: typeof fetch | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The agent's public settings. Unchanged settings cost a 304: the browser's cache keeps the body and compares the ETag.
 * @throws ClientError with the proxy's code, or `offline` without a response. The signal's reason when aborted.
 */
export async function fetchPublicSettings(request: SettingsRequest): Promise<PublicSettings> {
  let response: Response;
  try {
    response = await (request.fetch ?? fetch)(
      proxyUrl(request.endpoint, 'api', 'v2', 'agents', request.agentId, 'settings'),
      {
        cache: 'no-cache',
        headers: request.token ? { Authorization: `Bearer ${request.token}` } : {},
        ...(request.signal && { signal: request.signal }),
      },
    );
  } catch (cause) {
    request.signal?.throwIfAborted();
    throw new ClientError('offline', 'no response', { cause });
  }
  if (!response.ok) throw await ClientError.from(response);
  const body: unknown = await response.json().catch(() => undefined);
  const settings = typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
  if (typeof settings !== 'object' || settings === null) {
    throw new ClientError('unreadable', 'expected settings');
  }
  return settings as PublicSettings;
}
