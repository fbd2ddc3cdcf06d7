import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/**
 * Opens all connections to other servers. `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case, apply
 * as they do to curl: plain http is requested from the proxy, https goes through a tunnel (`CONNECT`).
 */
export function createDispatcher(options: Agent.Options = {}): Dispatcher {
  return new EnvHttpProxyAgent({ ...options, proxyTunnel: false });
}
