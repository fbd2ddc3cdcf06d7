import ipaddr from 'ipaddr.js';

const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d{1,5}|\[([\da-f.]*:[\da-f.:]*)\](?::\d{1,5})?)$/i;

const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/**
 * The address a request comes from, in its shortest form: an IPv4 address that a dual-stack socket reports as
 * `::ffff:203.0.113.7` is `203.0.113.7`. Forwarding headers count only behind `hops` trusted proxies. Undefined if the
 * address is unknown or not valid.
 * @param peer the address at the other end of the socket
 * @param hops trusted proxies in front, 0 for none
 */
export function clientAddress(headers: Headers, peer: string | undefined, hops: number): string | undefined {
  const address = (hops > 0 ? forwardedAddress(headers, hops) : undefined) ?? peer;
  return address && ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/**
 * What limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which one subscriber owns. All
 * unknown addresses together are `unknown`.
 */
export function addressBucket(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map(part => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The networks of an address, the largest first: those of an IPv6 address of /48, /56 and /64, which providers give to one
 * customer; an IPv4 address alone. Empty for an unknown address, and for one of this machine or network: behind a reverse
 * proxy that is not trusted, it is the address of every visitor.
 */
export function networksOf(address: string | undefined): string[] {
  if (!address || !ipaddr.isValid(address)) return [];
  const parsed = ipaddr.process(address);
  if (LOCAL.has(parsed.range())) return [];
  if (parsed.kind() === 'ipv4') return [parsed.toString()];
  return [48, 56, 64].map(bits => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`);
}

/**
 * The entry that the outermost of `hops` trusted proxies wrote into `X-Forwarded-For`. The caller may have made up the
 * entries left of it. Some load balancers write `203.0.113.1:5678` and `[2001:db8::1]:443`: the port is removed.
 */
function forwardedAddress(headers: Headers, hops: number): string | undefined {
  const entries = (headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
  const entry = entries.at(-hops) ?? entries[0];
  const [, v4, v6] = WITH_PORT.exec(entry ?? '') ?? [];
  return v4 ?? v6 ?? entry;
}
