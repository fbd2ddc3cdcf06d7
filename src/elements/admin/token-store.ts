/** What was typed to open the panel lives in memory, or in this tab's session storage by choice. */
export interface Credentials {
  token: string;
  /** Who the history says it was. */
  author: string;
}

const PREFIX = 'agent-chat-admin:';

export function keptCredentials(endpoint: string): Credentials | undefined {
  try {
    const { token, author } = JSON.parse(
      sessionStorage.getItem(PREFIX + endpoint) ?? '{}',
    ) as Partial<Credentials>;
    return typeof token === 'string' && typeof author === 'string' ? { token, author } : undefined;
  } catch {
    // Storage is forbidden in some embeddings; the token is then asked for again.
    return undefined;
  }
}

export function keepCredentials(endpoint: string, credentials: Credentials): void {
  try {
    sessionStorage.setItem(PREFIX + endpoint, JSON.stringify(credentials));
  } catch {
    // As above.
  }
}

export function forgetCredentials(endpoint: string): void {
  try {
    sessionStorage.removeItem(PREFIX + endpoint);
  } catch {
    // As above.
  }
}
