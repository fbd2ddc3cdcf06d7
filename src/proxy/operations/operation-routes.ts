import { type Context, Hono } from 'hono';
import { isLocalRequest } from '../../limits/local-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Admin } from '../access/admin.ts';
import { type ProxyEnv, peerAddress } from '../proxy-env.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface OperationRoutesOptions {
  admin: Admin;
  readiness: Readiness;
  metrics: Metrics;
}

export function operationRoutes({ admin, readiness, metrics }: OperationRoutesOptions): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();

  /** For operators: 200 while the process runs. */
  app.get('/healthz', health);

  /** For operators: 200 if messages would get through, else 503 with the reason; also 503 while it drains. */
  app.get('/readyz', async c => {
    const report = await readiness.check();
    return c.json(report, report.status === 'ok' ? 200 : 503);
  });

  /** For operators: metrics in the Prometheus format, for the owner and for requests from this machine. */
  app.get('/metrics', async c => {
    if (!isLocalRequest(c.req.raw, peerAddress(c.env))) await admin.require(c.req.raw, c.get('address'));
    const exposed = await metrics.expose();
    if (!exposed) throw new ProtocolError('not_found', 'There is nothing at this address.');
    c.header('Content-Type', exposed.type);
    return c.body(exposed.text);
  });

  return app;
}

/** `GET /healthz`: this process answers. */
export async function health(c: Context<ProxyEnv>): Promise<Response> {
  return c.json({ status: 'ok' });
}
