import ipaddr from 'ipaddr.js';
import { forwardedAddress } from '../../protocol/forwarded-address.ts';

/** The address a request came from, behind `hops` trusted proxies. Undefined when it cannot be told. */
export function clientAddress(
  headers: Headers,
  remoteAddress: string | undefined,
  hops: number,
): string | undefined {
  const forwarded = hops > 0 ? forwardedAddress(headers, hops) : undefined;
  return plain(forwarded ?? remoteAddress);
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
