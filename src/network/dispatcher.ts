import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { excludesAddress } from './no-proxy.ts';

/**
 * Opens all connections to other servers. `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case, apply
 * as they do to curl: plain http is requested from the proxy, https goes through a tunnel (`CONNECT`).
 */
export function createDispatcher(options: Agent.Options = {}): Dispatcher {
  const { http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY } = process.env;
  const httpProxy = proxyUrl(http_proxy ?? HTTP_PROXY);
  const httpsProxy = proxyUrl(https_proxy ?? HTTPS_PROXY);
  return new EnvironmentAgent({
    ...options,
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    proxyTunnel: false,
  });
}

/** Adds the forms of `NO_PROXY` that undici does not read: addresses of IPv6, ranges, and `*` in a list. */
class EnvironmentAgent extends EnvHttpProxyAgent {
  readonly #direct: EnvHttpProxyAgent;

  constructor(options: EnvHttpProxyAgent.Options) {
    super(options);
    this.#direct = new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy: '' });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { no_proxy, NO_PROXY = '' } = process.env;
    const isDirect = excludesAddress(no_proxy ?? NO_PROXY, String(options.origin));
    return isDirect ? this.#direct.dispatch(options, handler) : super.dispatch(options, handler);
  }

  override destroy(...args: unknown[]): Promise<void> {
    void this.#direct.destroy();
    return super.destroy(...(args as []));
  }
}

/** The address of a proxy; `http` if it names no scheme, as in `proxy.example:3128`. */
function proxyUrl(value: string | undefined): string | undefined {
  const address = value?.trim();
  return !address || address.includes('://') ? address : `http://${address}`;
}
