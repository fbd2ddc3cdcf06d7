import { Hono } from 'hono';
import { readModelsReport } from '../../protocol/models-state.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { askService, dataOf, type ExtensionRoutesOptions, ownedAgent } from '../upstream/ask-service.ts';
import { unavailable } from '../upstream/refusals.ts';

/** Longer than the service waits for the model's endpoint. */
const TIMEOUT_MS = 15_000;

/** The models of our own service, for the owner: an extension. */
export function modelRoutes(options: ExtensionRoutesOptions): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();

  /** For the owner: whether a model is connected and answers, and the models that its endpoint offers. 404 if the service does not say. */
  app.get('/v2/chatbots/:chatbotId/models', async c => {
    const agentId = await ownedAgent(c, options);
    const body = await askService(
      c,
      options,
      (service, signal) => service.models(agentId, signal),
      TIMEOUT_MS,
    );
    const data = readModelsReport(dataOf(body));
    if (!data) throw unavailable();
    return c.json({ data });
  });

  return app;
}
