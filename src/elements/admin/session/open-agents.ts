import { ToolTabs } from '../tool-tabs.ts';
import { AdminClient } from './admin-client.ts';
import { AdminSession } from './session.ts';

/** The state of one agent: its draft and its opened tools. */
export interface OpenAgent {
  session: AdminSession;
  tools: ToolTabs;
}

/** Every agent the panel has shown. Switching back finds unsaved changes and running imports again. */
export class OpenAgents {
  readonly #all = new Map<string, OpenAgent>();

  get(endpoint: string, agentId: string): OpenAgent {
    const key = JSON.stringify([endpoint, agentId]);
    const known = this.#all.get(key);
    if (known) return known;
    const agent = {
      session: new AdminSession(new AdminClient({ endpoint, agentId })),
      tools: new ToolTabs(),
    };
    this.#all.set(key, agent);
    return agent;
  }

  /** Whether leaving the page would lose work. */
  get unsaved(): boolean {
    return [...this.#all.values()].some(
      ({ session, tools }) =>
        (session.draft?.changes.length ?? 0) > 0 || tools.all.some(tool => tool.unsaved),
    );
  }

  /** Locks all agents and clears the stored tokens. */
  lock(): void {
    for (const { session } of this.#all.values()) {
      clearCredentials(session.client.endpoint);
      session.lock();
    }
  }
}

/** Held in memory, and in this browser tab's session storage if the owner agrees. */
export interface Credentials {
  token: string;
  /** Name to show in the history of settings. */
  author: string;
}

const PREFIX = 'agent-chat-admin:';

export function storedCredentials(endpoint: string): Credentials | undefined {
  try {
    const { token, author } = JSON.parse(
      sessionStorage.getItem(PREFIX + endpoint) ?? '{}',
    ) as Partial<Credentials>;
    return typeof token === 'string' && typeof author === 'string' ? { token, author } : undefined;
  } catch {
    // Storage can be blocked. The panel then asks for the token after each reload.
    return undefined;
  }
}

export function storeCredentials(endpoint: string, credentials: Credentials): void {
  try {
    sessionStorage.setItem(PREFIX + endpoint, JSON.stringify(credentials));
  } catch {
    // As above.
  }
}

export function clearCredentials(endpoint: string): void {
  try {
    sessionStorage.removeItem(PREFIX + endpoint);
  } catch {
    // As above.
  }
}
