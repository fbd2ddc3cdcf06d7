import ipaddr from 'ipaddr.js';
import { forwardedAddress } from '../../protocol/forwarded-address.ts';
import type { RequestInfo } from '../request-info.ts';

/**
 * The address a request comes from. Forwarding headers are believed only from `hops` proxies in front: with one,
 * the last entry of `X-Forwarded-For`, which that proxy wrote itself. Undefined when nobody knows.
 */
export function clientAddress(
  headers: Headers,
  info: RequestInfo | undefined,
  hops: number,
): string | undefined {
  const peer = peerAddress(info);
  if (hops === 0) return peer;
  const address = forwardedAddress(headers, hops);
  return address && ipaddr.isValid(address) ? address : peer;
}

/** The address of the socket's other end, whoever that speaks for. */
export function peerAddress(info: RequestInfo | undefined): string | undefined {
  return info?.remoteAddress ?? info?.incoming?.socket?.remoteAddress ?? info?.remoteAddr?.hostname;
}

/** What is counted as one address: an IPv4 address, or the /64 an IPv6 address lies in. */
export function addressBucket(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`;
}
