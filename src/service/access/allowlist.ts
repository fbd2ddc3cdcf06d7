import ipaddr from 'ipaddr.js';
import { invalidField } from '../../protocol/errors.ts';

const ENTRIES_MAX = 100;
/** Bits before the IPv4 address in an IPv4-mapped IPv6 address: ::ffff:203.0.113.7. */
const MAPPED_PREFIX = 96;

/** Validates the addresses and CIDR ranges (IPv4 or IPv6) of a key. @throws ProtocolError `invalid_request` */
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

/** Whether a list contains the address. An empty list allows every address, also an unknown one. */
export function isAllowed(allowlist: readonly string[], address: string | undefined): boolean {
  if (allowlist.length === 0) return true;
  if (!address || !ipaddr.isValid(address)) return false;
  // Converts ::ffff:203.0.113.7, which a dual-stack socket reports, to 203.0.113.7.
  const caller = ipaddr.process(address);
  return allowlist.some(entry => {
    const range = readRange(entry);
    return range !== undefined && range[0].kind() === caller.kind() && caller.match(range);
  });
}

function readRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  // `isValid` also accepts "1", "0x7f.1" and "010.0.0.0" (which it reads as 8.0.0.0).
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const parsed = ipaddr.parse(text);
  const bitsMax = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? bitsMax : Number(bits);
  if (length > bitsMax) return undefined;
  const address = ipaddr.process(text);
  const prefix = address.kind() === parsed.kind() ? 0 : MAPPED_PREFIX;
  return length < prefix ? [parsed, length] : [address, length - prefix];
}
