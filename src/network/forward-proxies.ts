/** Addresses of forward proxies; undefined: connect directly. */
export interface ForwardProxies {
  http: string | undefined;
  https: string | undefined;
}

/**
 * Reads `HTTP_PROXY` and `HTTPS_PROXY`, and `ALL_PROXY` for the one that is not set. As in curl, the name in
 * lower case wins, an empty value counts as absent, and a value without a scheme means `http`.
 * @throws Error that names the variable, if the address is not http or https
 */
export function forwardProxies(environment: NodeJS.ProcessEnv): ForwardProxies {
  return {
    http: proxyFrom(environment, ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']),
    https: proxyFrom(environment, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']),
  };
}

function proxyFrom(environment: NodeJS.ProcessEnv, names: readonly string[]): string | undefined {
  const name = names.find(candidate => environment[candidate]?.trim());
  if (name === undefined) return undefined;
  const value = environment[name]!.trim();
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  // The value may contain a password.
  throw new Error(
    url?.protocol.startsWith('socks')
      ? `${name}: SOCKS proxies are not supported; name one that speaks HTTP, such as http://proxy.example:3128`
      : `${name}: must be the address of an HTTP proxy, such as http://proxy.example:3128`,
  );
}
