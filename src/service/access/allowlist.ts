import ipaddr from 'ipaddr.js';
import { invalidField } from '../../protocol/errors.ts';

const ENTRIES_MAX = 100;

/** Checks the addresses and CIDR ranges (IPv4 or IPv6) of a key. @throws ProtocolError `invalid_request`. */
export function parseAllowlist(entries: readonly string[]): readonly string[] {
  if (entries.length > ENTRIES_MAX)
    throw invalidField('allowlist', `must have at most ${ENTRIES_MAX} entries`);
  for (const [i, entry] of entries.entries()) {
    if (!readRange(entry)) {
      throw invalidField(`allowlist.${i}`, 'must be an IP address or a range such as 203.0.113.0/24');
    }
  }
  return entries;
}

/** An empty list lets everybody in; an address nobody can read is let in by no list. */
export function isAllowed(allowlist: readonly string[], address: string | undefined): boolean {
  if (allowlist.length === 0) return true;
  if (!address || !ipaddr.isValid(address)) return false;
  // Makes 203.0.113.7 of ::ffff:203.0.113.7, the form a dual-stack socket reports.
  const caller = ipaddr.process(address);
  return allowlist.some(entry => {
    const range = readRange(entry);
    return range !== undefined && range[0].kind() === caller.kind() && caller.match(range);
  });
}

function readRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  // `isValid` alone takes "1" and "0x7f.1" for addresses too.
  if (!ipaddr.IPv4.isValidFourPartDecimal(entry) && !ipaddr.IPv6.isValid(entry)) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
