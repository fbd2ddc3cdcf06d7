import { BlockList, isIP } from 'node:net';

interface Excluded {
  isAll: boolean;
  addresses: BlockList;
}

let parsed: { value: string; excluded: Excluded } | undefined;

/**
 * Whether `NO_PROXY` has an address of IPv6 without brackets, a range such as `10.0.0.0/8`, or `*` that excludes the host.
 * @param origin of a request
 */
export function excludesAddress(value: string, origin: string): boolean {
  if (value === '') return false;
  if (parsed?.value !== value) parsed = { value, excluded: parse(value) };
  const { isAll, addresses } = parsed.excluded;
  const host = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const family = isIP(host);
  return isAll || (family !== 0 && addresses.check(host, family === 6 ? 'ipv6' : 'ipv4'));
}

function parse(value: string): Excluded {
  const excluded: Excluded = { isAll: false, addresses: new BlockList() };
  for (const entry of value.split(/[,\s]+/)) {
    const [address = '', bits] = entry.replace(/[[\]]/g, '').split('/');
    const family = isIP(address);
    const max = family === 6 ? 128 : 32;
    const prefix = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (entry === '*') excluded.isAll = true;
    else if (family !== 0 && prefix <= max)
      excluded.addresses.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  return excluded;
}
