import ipaddr from 'ipaddr.js';
import { invalidField } from '../../protocol/errors.ts';

const ENTRIES_MAX = 100;
/** Bits in front of an IPv4 address that is written as IPv6: ::ffff:203.0.113.7. */
const MAPPED_PREFIX = 96;

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
  const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  // `isValid` alone takes "1", "0x7f.1" and "010.0.0.0", which it reads as 8.0.0.0, for addresses too.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const written = ipaddr.parse(text);
  const whole = written.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? whole : Number(bits);
  if (length > whole) return undefined;
  const address = ipaddr.process(text);
  const prefix = address.kind() === written.kind() ? 0 : MAPPED_PREFIX;
  return length < prefix ? [written, length] : [address, length - prefix];
}
