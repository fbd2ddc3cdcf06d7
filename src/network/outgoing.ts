import { type Agent, type Dispatcher, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';

/**
 * Opens all connections to other servers. `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case, apply
 * as they do to curl: plain http is requested from the proxy, https goes through a tunnel (`CONNECT`).
 */
export function createDispatcher(options: Agent.Options = {}): Dispatcher {
  return new EnvHttpProxyAgent({ ...options, proxyTunnel: false });
}

/** Excludes a host from the proxies, as an entry of `NO_PROXY` does. @param host with or without a port */
export function connectDirectly(host: string): void {
  const { NO_PROXY, no_proxy = NO_PROXY } = process.env;
  process.env.no_proxy = no_proxy ? `${no_proxy},${host}` : host;
}

let shared: Dispatcher | undefined;

/** `fetch` through the same proxies. */
export const outgoingFetch: typeof fetch = async (input, init) => {
  shared ??= createDispatcher();
  const options = { ...init, dispatcher: shared } as Parameters<typeof undiciFetch>[1];
  return (await undiciFetch(input as Parameters<typeof undiciFetch>[0], options)) as unknown as Response;
};
