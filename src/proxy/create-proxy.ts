import { Admin } from './access/admin.ts';
import type { RequestInfo } from './access/client-address.ts';
import { ConversationIds } from './access/conversation-ids.ts';
import { UserIdentity } from './access/user-identity.ts';
import { Visitors } from './access/visitor.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { faultsOnly } from './operations/logger.ts';
import { countNothing } from './operations/metrics.ts';
import type { ProxyOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { Replies } from './replies/replies.ts';
import { AgentSettings } from './settings/agent-settings.ts';
import { MemorySettings } from './settings/settings-store.ts';
import { Gate } from './upstream/gate.ts';
import { Upstream } from './upstream/upstream.ts';

/** A Fetch handler: call it, or give it wherever an object with `fetch` is wanted. */
export interface AgentProxy {
  (request: Request, info?: RequestInfo): Promise<Response>;
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Lets running replies finish for `graceMs` (default 10,000), ends the rest, and lets go of everything. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/**
 * Makes the proxy that keeps the API key. It speaks the interface, less the key, to browsers.
 * @throws ConfigError when the options cannot work
 */
export function createProxy(options: ProxyOptions): AgentProxy {
  const config = readConfig(options);
  const { limits, sessionSecrets } = config;
  const parts: Parts = {
    config,
    admin: new Admin(config),
    visitors: new Visitors(sessionSecrets, limits.visitorDays),
    conversations: new ConversationIds(sessionSecrets),
    identity: new UserIdentity(config.identitySecrets),
    settings: new AgentSettings(new MemorySettings(), config.initialSettings),
    upstream: new Upstream(config),
    gate: new Gate(limits),
    replies: new Replies({
      keep: limits.keepSeconds * 1000,
      replies: limits.keepReplies,
      size: limits.keepBytes,
      duration: limits.replySeconds * 1000,
    }),
    metrics: countNothing,
    logger: config.logger ?? faultsOnly,
  };
  const app = createApp(parts);
  const handler = async (request: Request, info?: RequestInfo): Promise<Response> => app.fetch(request, info);
  return Object.assign(handler, {
    fetch: handler,
    close: ({ graceMs = 10_000 }: { graceMs?: number } = {}) => parts.replies.close(graceMs),
  });
}
