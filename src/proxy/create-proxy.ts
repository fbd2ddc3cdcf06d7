import { Hono } from 'hono';
import { ProtocolError } from '../protocol/errors.ts';
import { readTrace } from '../protocol/trace.ts';
import { type ProxyConfig, readConfig } from './config.ts';
import { cors } from './http/cors.ts';
import { addAnswerHeaders, errorResponse } from './http/error-response.ts';
import { type OpenProxy, openProxy } from './open-proxy.ts';
import { consoleLogger, faultOf } from './operations/logger.ts';
import { health } from './operations/operation-routes.ts';
import type { ProxyOptions } from './options.ts';
import type { ProxyEnv, RequestInfo } from './proxy-env.ts';

/** A Fetch handler: call it, or pass it where an object with `fetch` is expected. */
export interface AgentProxy {
  (request: Request, info?: RequestInfo): Promise<Response>;
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Opens the stores now instead of at the first request. Rejects if one cannot be reached. */
  ready(): Promise<void>;
  /** `/readyz` answers 503 from now on, so that a load balancer sends nothing more; requests are still accepted. */
  drain(): void;
  /** Lets running replies finish for `graceMs` (default 10,000), ends the rest, and closes the stores. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/**
 * Makes the proxy that keeps the API key: the interface for browsers, which need no key. Nothing is opened before the
 * first request, because some runtimes allow no work outside of one.
 * @throws ConfigError for options that cannot work
 */
export function createProxy(options: ProxyOptions): AgentProxy {
  const config = readConfig(options);
  let opening: Promise<OpenProxy> | undefined;
  let closing: Promise<void> | undefined;
  let draining = false;
  /** Requests without an answer. */
  let waiting = 0;

  const opened = async (): Promise<OpenProxy> => {
    opening ??= openProxy(config, () => draining);
    try {
      return await opening;
    } catch (error) {
      // The next request tries again.
      opening = undefined;
      throw error;
    }
  };
  const close = async (graceMs: number): Promise<void> => {
    const proxy = await opening?.catch(() => undefined);
    try {
      // Until it is closed, running replies can still be joined and stopped.
      await proxy?.close(graceMs, () => waiting > 0);
    } finally {
      opening = undefined;
      draining = false;
    }
  };
  const appOrUnavailable = async (): Promise<Hono<ProxyEnv>> => {
    try {
      return (await opened()).app;
    } catch (error) {
      (config.logger ?? consoleLogger).error(faultOf(error), 'a store cannot be opened');
      return createUnavailableApp(config);
    }
  };
  const handler = async (request: Request, info?: RequestInfo): Promise<Response> => {
    waiting++;
    try {
      const app = await appOrUnavailable();
      return await app.fetch(request, info);
    } finally {
      waiting--;
    }
  };
  return Object.assign(handler, {
    fetch: handler,
    ready: async () => void (await opened()),
    drain() {
      draining = true;
    },
    close({ graceMs = 10_000 }: { graceMs?: number } = {}) {
      closing ??= close(graceMs).finally(() => {
        closing = undefined;
      });
      return closing;
    },
  });
}

/** Seconds until the next attempt is worthwhile. */
const RETRY_AFTER = 5;

/** The app while a store cannot be opened: `/healthz` answers, everything else is 503. */
function createUnavailableApp({ basePath }: ProxyConfig): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();
  const routes = basePath ? app.basePath(basePath) : app;
  app.use(cors);
  app.use(async (c, next) => {
    const trace = readTrace(c.req.raw.headers);
    c.set('trace', trace);
    await next();
    addAnswerHeaders(c.res.headers, trace);
  });
  routes.get('/healthz', health);
  routes.get('/readyz', c => c.json({ status: 'unavailable', stores: 'unreachable' }, 503));
  app.notFound(c => {
    const options = { status: 503, retryAfter: RETRY_AFTER } as const;
    return errorResponse(
      new ProtocolError('internal', 'Something went wrong here.', options),
      c.get('trace'),
    );
  });
  return app;
}
