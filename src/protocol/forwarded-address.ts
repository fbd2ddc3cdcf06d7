const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d{1,5}|\[([\da-f.]*:[\da-f.:]*)\](?::\d{1,5})?)$/i;

/**
 * The address that the outermost of `hops` trusted proxies (1 or more) wrote into `X-Forwarded-For`; what stands further
 * left the caller can have made up. Some load balancers write `203.0.113.1:5678` and `[2001:db8::1]:443`: the port is
 * left out. Undefined without such a header.
 */
export function forwardedAddress(headers: Headers, hops: number): string | undefined {
  const entries = (headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
  const entry = entries.at(-hops) ?? entries[0];
  const [, v4, v6] = WITH_PORT.exec(entry ?? '') ?? [];
  return v4 ?? v6 ?? entry;
}
