import type { fetch as undiciFetch } from 'undici';

/** Excludes a host from the proxies, as an entry of `NO_PROXY` does. @param host with or without a port */
export function connectDirectly(host: string): void {
  const { NO_PROXY, no_proxy = NO_PROXY } = process.env;
  process.env.no_proxy = no_proxy ? `${no_proxy},${host}` : host;
}

let client: Promise<typeof fetch> | undefined;

/** `fetch` through the proxies of the environment. Its library is loaded at the first request: most commands make none. */
export const outgoingFetch: typeof fetch = async (input, init) => {
  client ??= createFetch();
  return (await client)(input, init);
};

async function createFetch(): Promise<typeof fetch> {
  const { fetch: send } = await import('undici');
  const { createDispatcher } = await import('./dispatcher.ts');
  const dispatcher = createDispatcher();
  return async (input, init) =>
    (await send(input as FetchInput, { ...init, dispatcher } as FetchInit)) as unknown as Response;
}

type FetchInput = Parameters<typeof undiciFetch>[0];
type FetchInit = Parameters<typeof undiciFetch>[1];
