import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { forwardProxies } from './forward-proxies.ts';
import { excludesAddress } from './no-proxy.ts';

/**
 * Opens all connections to other servers. `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in upper or lower case,
 * apply as they do to curl: plain http is requested from the proxy, https goes through a tunnel (`CONNECT`).
 * @throws Error that names a variable whose address cannot be used
 */
export function createDispatcher(options: Agent.Options = {}): Dispatcher {
  const { http = '', https = '' } = forwardProxies(process.env);
  return new EnvironmentAgent({ ...options, httpProxy: http, httpsProxy: https, proxyTunnel: false });
}

/**
 * Adds the forms of `NO_PROXY` that undici does not read: IPv6 addresses, ranges, and `*` in a list.
 * Connects directly for https if only a proxy for http is set, where undici would use that one.
 */
class EnvironmentAgent extends EnvHttpProxyAgent {
  readonly #direct: EnvHttpProxyAgent;
  readonly #hasHttpsProxy: boolean;

  constructor(options: EnvHttpProxyAgent.Options) {
    super(options);
    this.#hasHttpsProxy = Boolean(options.httpsProxy);
    this.#direct = new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy: '' });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { no_proxy, NO_PROXY = '' } = process.env;
    const origin = String(options.origin);
    const isDirect =
      (!this.#hasHttpsProxy && origin.startsWith('https:')) || excludesAddress(no_proxy ?? NO_PROXY, origin);
    return isDirect ? this.#direct.dispatch(options, handler) : super.dispatch(options, handler);
  }

  override destroy(...args: unknown[]): Promise<void> {
    void this.#direct.destroy();
    return super.destroy(...(args as []));
  }
}
