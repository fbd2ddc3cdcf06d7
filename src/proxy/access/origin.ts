import {
  type AllowedDomain,
  matchesAllowedDomain,
  parseAllowedDomain,
} from '../../protocol/allowed-domain.ts';
import { ProtocolError } from '../../protocol/errors.ts';

/** A serialized origin: scheme, host, optional port, and nothing after it. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\,%]+$/i;

/** An `Origin` header as a URL; undefined for `null`, a list, a path, or anything a browser would not send. */
export function parseOrigin(header: string | null): URL | undefined {
  if (header === null || !ORIGIN.test(header)) return undefined;
  try {
    return new URL(header);
  } catch {
    return undefined;
  }
}

/**
 * Lets a request through if its site may use the agent.
 *
 * An empty list allows every site. With a list, the `Origin` must be on it: scheme, host and port. A request
 * without an `Origin` is refused, unless the browser reports the same site (`Sec-Fetch-Site: same-origin`, or a `Referer`
 * if it sends no such header) and that site is on the list.
 * @throws ProtocolError `origin_not_allowed`
 */
export function checkOrigin(
  request: Request,
  allowedDomains: readonly string[],
  ownOrigins: readonly string[],
): void {
  if (allowedDomains.length === 0) return;
  const allowed = [...allowedDomains, ...ownOrigins].flatMap(entry => parseAllowedDomain(entry) ?? []);
  const header = request.headers.get('Origin');
  const candidates = header === null ? sameSite(request) : [parseOrigin(header)];
  const fits = candidates.some(
    origin => origin && allowed.some(domain => matchesAllowedDomain(domain, origin)),
  );
  if (!fits)
    throw new ProtocolError('origin_not_allowed', `Origin: ${faultOf(header, candidates[0], allowed)}`);
}

/** What differs from every site that may use the agent. Names no other site. */
function faultOf(header: string | null, origin: URL | undefined, allowed: readonly AllowedDomain[]): string {
  if (!origin)
    return header === null ? 'is missing, so no site can be allowed' : 'is null or not a valid origin';
  const { protocol, port } = origin;
  const matches = (other: Partial<AllowedDomain>): boolean =>
    allowed.some(domain => matchesAllowedDomain({ ...domain, ...other }, origin));
  if (matches({ scheme: protocol })) return `${protocol} is not allowed for this host: use https:`;
  if (matches({ scheme: protocol, port })) return 'this port is not allowed';
  return 'this host may not use the agent';
}

function sameSite(request: Request): URL[] {
  const site = request.headers.get('Sec-Fetch-Site');
  const { host } = new URL(request.url);
  const page = URL.parse(request.headers.get('Referer') ?? '');
  // Without TLS, except on localhost, browsers send the page only.
  if (site === null) return page?.host === host ? [page] : [];
  if (site !== 'same-origin') return [];
  // Both schemes: behind a TLS terminator the proxy sees plain http, and possibly an internal name in `Host`.
  return [new URL(`https://${host}`), new URL(`http://${host}`), ...(page ? [page] : [])];
}
