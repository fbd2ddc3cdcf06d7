import type { Context } from 'hono';
import { addressBucket } from '../../limits/client-address.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { AgentSettings } from '../settings/agent-settings.ts';
import type { Admin } from './admin.ts';
import type { ServedAgents } from './agent-id.ts';
import { checkOrigin } from './origin.ts';

export interface AuthorizedAgent {
  agentId: string;
  settings: Settings;
  isAdmin: boolean;
}

export interface AgentAccessOptions {
  agents: ServedAgents;
  admin: Admin;
  settings: AgentSettings;
  ownOrigins: () => readonly string[];
}

/**
 * Decides whether a request may use the agent in its path, before anything is sent upstream: the owner always; others
 * if the agent is public and their site is allowed.
 */
export class AgentAccess {
  readonly #options: AgentAccessOptions;

  constructor(options: AgentAccessOptions) {
    this.#options = options;
  }

  /** @throws ProtocolError `unauthorized`, `not_found`, `origin_not_allowed`, `forbidden` */
  async authorize(c: Context<ProxyEnv>): Promise<AuthorizedAgent> {
    const agent = await this.authorizeSite(c);
    if (!agent.isAdmin && agent.settings.visibility === 'private') {
      throw new ProtocolError('forbidden', 'This agent is private.');
    }
    return agent;
  }

  /** The part that a preflight can pass: it names its site but carries no token. @throws ProtocolError as `authorize` */
  async authorizeSite(c: Context<ProxyEnv>): Promise<AuthorizedAgent> {
    const { admin, agents, settings: all, ownOrigins } = this.#options;
    const address = c.get('address');
    const isAdmin = await admin.isAdmin(c.req.raw, address);
    const agentId = agents.readId(c.req.param('agentId') ?? c.req.param('chatbotId'));
    const { settings } = await all.effective(agentId);
    if (isAdmin) return { agentId, settings, isAdmin };
    const { rateLimit } = settings;
    if (rateLimit) {
      c.set('visitorLimit', {
        name: `messages:${agentId}:${addressBucket(address)}`,
        count: rateLimit.messages,
        seconds: rateLimit.seconds,
      });
    }
    try {
      checkOrigin(c.req.raw, settings.allowedDomains, ownOrigins());
    } catch (error) {
      c.set('originRefused', true);
      throw error;
    }
    return { agentId, settings, isAdmin };
  }
}
