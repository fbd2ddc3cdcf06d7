/** Where the admin token lives between two loads of the page: nowhere, or in this tab's session storage by choice. */

const PREFIX = 'agent-chat-admin-token:';

export function keptToken(endpoint: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + endpoint) ?? undefined;
  } catch {
    // Storage is forbidden in some embeddings; the token is then asked for again.
    return undefined;
  }
}

export function keepToken(endpoint: string, token: string): void {
  try {
    sessionStorage.setItem(PREFIX + endpoint, token);
  } catch {
    // As above.
  }
}

export function forgetToken(endpoint: string): void {
  try {
    sessionStorage.removeItem(PREFIX + endpoint);
  } catch {
    // As above.
  }
}
