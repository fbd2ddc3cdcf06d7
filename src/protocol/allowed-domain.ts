/** An entry of `allowedDomains`: the scheme, host and port that it allows. */
export interface AllowedDomain {
  /** With the colon, as in `URL.protocol`. */
  scheme: string;
  /** Lower case, IDN as punycode. For a wildcard, the part after `*.`. */
  host: string;
  /** Empty for the scheme's own port, as in `URL.port`. */
  port: string;
  /** One or more labels in front of `host`, never `host` itself. */
  wildcard: boolean;
  /** `localhost` alone, a developer's own machine: http or https at any port. */
  anyPort: boolean;
}

const PORT_MAX = 65_535;

/** Characters that the URL parser accepts in a host and that a browser's origin can have. */
const SITE_NAME = /^[\w.-]+$|^\[/;

/**
 * Parses `shop.example` (https, default port), `shop.example:8443`, `*.shop.example`, or a whole origin such as
 * `http://localhost:3000`. Undefined for anything else, a path, a query or a user name included.
 */
export function parseAllowedDomain(entry: string): AllowedDomain | undefined {
  const match = /^(?:(https?):\/\/)?(\*\.)?([^\s/?#@*\\]+)$/i.exec(entry);
  if (!match) return undefined;
  const [, scheme = 'https', star, rest] = match;
  let url: URL;
  try {
    url = new URL(`${scheme}://${rest}`);
  } catch {
    return undefined;
  }
  // No site has a name with an empty label, or with commas.
  if (`.${url.hostname}.`.includes('..') || !SITE_NAME.test(url.hostname)) return undefined;
  return {
    scheme: url.protocol,
    host: url.hostname,
    port: url.port,
    wildcard: star !== undefined,
    anyPort: /^localhost$/i.test(entry),
  };
}

/** What is wrong with an entry that `parseAllowedDomain` does not accept. */
export function allowedDomainFault(entry: string): string {
  const [, scheme = '', rest = ''] = /^(?:([^:/]+):\/\/)?(.*)$/s.exec(entry) ?? [];
  if (scheme !== '' && !/^https?$/i.test(scheme)) return `must be an http or https address, not ${scheme}`;
  if (/[/?#\\]/.test(rest)) return 'has a path or query: leave out what follows the host';
  if (rest.includes('@')) return 'has a user name: leave out what precedes the host';
  if (rest.replace(/^\*\./, '').includes('*'))
    return 'can have a * only at its beginning, as in *.shop.example';
  if (Number(/^[\w.-]+:(\d+)$/.exec(rest)?.[1] ?? 0) > PORT_MAX) return 'has a port that does not exist';
  return 'must be a domain such as shop.example, *.shop.example or http://localhost:3000';
}

/** Whether an `Origin` header names this domain: scheme, host and port compared exactly, after parsing. */
export function matchesAllowedDomain(domain: AllowedDomain, origin: URL): boolean {
  if (domain.anyPort) return /^https?:$/.test(origin.protocol) && origin.hostname === domain.host;
  return (
    origin.protocol === domain.scheme &&
    origin.port === domain.port &&
    (domain.wildcard
      ? origin.hostname.endsWith(`.${domain.host}`) && !`.${origin.hostname}`.includes('..')
      : origin.hostname === domain.host)
  );
}
