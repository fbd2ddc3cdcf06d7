import { AdminClient } from './admin-client.ts';
import { AdminSession } from './session.ts';
import { forgetCredentials } from './token-store.ts';
import { ToolTabs } from './tool-tabs.ts';

/** What is open for one agent: its draft, and the tools with what they are doing. */
export interface OpenAgent {
  session: AdminSession;
  tools: ToolTabs;
}

/** All agents the panel was at: what was typed or is being imported there is found again on the way back. */
export class OpenAgents {
  readonly #all = new Map<string, OpenAgent>();

  at(endpoint: string, agentId: string): OpenAgent {
    const key = JSON.stringify([endpoint, agentId]);
    const known = this.#all.get(key);
    if (known) return known;
    const made = { session: new AdminSession(new AdminClient({ endpoint, agentId })), tools: new ToolTabs() };
    this.#all.set(key, made);
    return made;
  }

  /** Something would be lost with the page. */
  get unsaved(): boolean {
    return [...this.#all.values()].some(
      ({ session, tools }) =>
        (session.draft?.changes.length ?? 0) > 0 || tools.all.some(tool => tool.unsaved),
    );
  }

  /** Also for what the tab remembers. */
  lock(): void {
    for (const { session } of this.#all.values()) {
      forgetCredentials(session.client.endpoint);
      session.lock();
    }
  }
}
