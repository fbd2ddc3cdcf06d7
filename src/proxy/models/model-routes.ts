import { Hono } from 'hono';
import { readModelsReport } from '../../protocol/models-state.ts';
import { isTree } from '../../protocol/settings.ts';
import type { Admin } from '../access/admin.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import type { Logger } from '../operations/logger.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { readJsonText } from '../upstream/json-answer.ts';
import { unavailable } from '../upstream/refusals.ts';
import { sendOnce } from '../upstream/send.ts';
import type { Upstream } from '../upstream/upstream.ts';

export interface ModelRoutesOptions {
  agents: ServedAgents;
  admin: Admin;
  upstream: Upstream;
  logger: Logger;
  apiKey: string;
}

/** Longer than the service waits for the model's endpoint. */
const TIMEOUT_MS = 15_000;

/** The models of our own service, for the owner: an extension. */
export function modelRoutes({ agents, admin, upstream, logger, apiKey }: ModelRoutesOptions): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();

  /** For the owner: whether a model is connected and answers, and the models that its endpoint offers. 404 if the service does not say. */
  app.get('/v2/chatbots/:chatbotId/models', async c => {
    await admin.require(c.req.raw, c.get('address'));
    const agentId = agents.readId(c.req.param('chatbotId'));
    const answer = await sendOnce(c, logger, TIMEOUT_MS, signal =>
      upstream.traced(c.get('trace')).models(agentId, signal),
    );
    const body = JSON.parse(await readJsonText(answer.body, apiKey)) as unknown;
    const data = isTree(body) ? readModelsReport(body.data) : undefined;
    if (!data) throw unavailable();
    return c.json({ data });
  });

  return app;
}
