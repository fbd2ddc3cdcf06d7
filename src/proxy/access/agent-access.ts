import type { Context } from 'hono';
import { addressBucket } from '../../limits/client-address.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Settings } from '../../protocol/settings.ts';
import { readAgentId } from '../http/agent-id.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { checkOrigin } from './origin.ts';

export interface AgentAccess {
  agentId: string;
  settings: Settings;
  isAdmin: boolean;
}

/**
 * Decides whether this request may use the agent in its path, before anything is asked upstream: the owner always;
 * others when the agent is public and the site they come from is allowed.
 * @throws ProtocolError `unauthorized`, `not_found`, `origin_not_allowed`, `forbidden`
 */
export async function authorizeAgent(c: Context<ProxyEnv>, parts: Parts): Promise<AgentAccess> {
  const access = await authorizeSite(c, parts);
  if (!access.isAdmin && access.settings.visibility === 'private') {
    throw new ProtocolError('forbidden', 'This agent is private.');
  }
  return access;
}

/** The part of it that a preflight can be asked, which names its site but brings no token. @throws as above */
export async function authorizeSite(c: Context<ProxyEnv>, parts: Parts): Promise<AgentAccess> {
  const isAdmin = await parts.admin.is(c.req.raw, c.get('address'));
  const agentId = readAgentId(c.req.param('agentId') ?? c.req.param('chatbotId'));
  const { settings } = await parts.settings.inForce(agentId);
  if (!isAdmin) {
    const { rateLimit } = settings;
    if (rateLimit) {
      c.set('visitorLimit', {
        name: `messages:${agentId}:${addressBucket(c.get('address'))}`,
        count: rateLimit.messages,
        seconds: rateLimit.seconds,
      });
    }
    try {
      checkOrigin(c.req.raw, settings.allowedDomains, parts.config.ownOrigins());
    } catch (error) {
      c.set('originRefused', true);
      throw error;
    }
  }
  return { agentId, settings, isAdmin };
}
