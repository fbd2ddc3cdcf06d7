import ipaddr from 'ipaddr.js';
import { withoutPort } from '../../protocol/forwarded-address.ts';

/**
 * The address a request came from. With `hops` trusted proxies, the entry of `X-Forwarded-For` that the
 * outermost of them wrote; everything further left could have been made up by the caller.
 */
export function clientAddress(
  headers: Headers,
  remoteAddress: string | undefined,
  hops: number,
): string | undefined {
  if (hops <= 0) return plain(remoteAddress);
  const chain = (headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
  if (remoteAddress) chain.push(remoteAddress);
  return plain(withoutPort(chain[Math.max(0, chain.length - 1 - hops)] ?? ''));
}

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
export function addressGroup(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

function plain(address: string | undefined): string | undefined {
  return address && ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
