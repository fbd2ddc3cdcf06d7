import { matchesAllowedDomain, parseAllowedDomain } from '../../../protocol/allowed-domain.ts';

/** Whether a site may show the chat, by the same rule as the proxy. Undefined for what is no address. */
export function siteVerdict(
  address: string,
  allowedDomains: readonly string[],
): { origin: string; allowed: boolean } | undefined {
  let url: URL;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);
  } catch {
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const allowed =
    allowedDomains.length === 0 ||
    allowedDomains.some(entry => {
      const domain = parseAllowedDomain(entry);
      return domain !== undefined && matchesAllowedDomain(domain, url);
    });
  return { origin: url.origin, allowed };
}
