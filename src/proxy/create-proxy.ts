import { createApp } from './app.ts';
import { type ProxyConfig, readConfig } from './config.ts';
import { openParts } from './open-parts.ts';
import { faultOf, faultsOnly } from './operations/logger.ts';
import type { ProxyOptions } from './options.ts';
import type { Parts } from './parts.ts';
import type { RequestInfo } from './request-info.ts';
import { createUnavailableApp } from './stores-unavailable.ts';

/** A Fetch handler: call it, or give it wherever an object with `fetch` is wanted. */
export interface AgentProxy {
  (request: Request, info?: RequestInfo): Promise<Response>;
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Opens the stores now instead of at the first request. Rejects when one cannot be reached. */
  ready(): Promise<void>;
  /** Lets running replies finish for `graceMs` (default 10,000), ends the rest, and closes the stores. */
  close(options?: { graceMs?: number }): Promise<void>;
}

interface Opened {
  parts: Parts;
  fetch: (request: Request, info?: RequestInfo) => Response | Promise<Response>;
}

/**
 * Makes the proxy that keeps the API key. It speaks the interface, less the key, to browsers. Nothing is opened
 * before the first request: some runtimes allow no work outside of one.
 * @throws ConfigError when the options cannot work
 */
export function createProxy(options: ProxyOptions): AgentProxy {
  const config = readConfig(options);
  let opening: Promise<Opened> | undefined;
  let closing: Promise<void> | undefined;

  const opened = async (): Promise<Opened> => {
    opening ??= open(config);
    try {
      return await opening;
    } catch (error) {
      // The next request tries again.
      opening = undefined;
      throw error;
    }
  };
  const close = async (graceMs: number): Promise<void> => {
    const { parts } = (await opening?.catch(() => undefined)) ?? {};
    try {
      // Until it is over, replies that run are joined and stopped where they are.
      await parts?.close(graceMs);
    } finally {
      opening = undefined;
    }
  };
  const handler = async (request: Request, info?: RequestInfo): Promise<Response> => {
    let app: Pick<Opened, 'fetch'>;
    try {
      app = await opened();
    } catch (error) {
      (config.logger ?? faultsOnly).error(faultOf(error), 'a store cannot be opened');
      app = createUnavailableApp(config);
    }
    return app.fetch(request, info);
  };
  return Object.assign(handler, {
    fetch: handler,
    ready: async () => void (await opened()),
    close({ graceMs = 10_000 }: { graceMs?: number } = {}) {
      closing ??= close(graceMs).finally(() => {
        closing = undefined;
      });
      return closing;
    },
  });
}

async function open(config: ProxyConfig): Promise<Opened> {
  const parts = await openParts(config);
  const app = createApp(parts);
  return { parts, fetch: (request, info) => app.fetch(request, info) };
}
