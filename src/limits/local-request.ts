import ipaddr from 'ipaddr.js';

/** Headers of a request that a server in front has passed on, or that a page of another site has sent. */
const FROM_ELSEWHERE = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via', 'Origin'];

/**
 * Whether a request comes from a program on this machine. A page in a browser on this machine does not count, even if its
 * name resolves to this machine (DNS rebinding).
 * @param peer the address at the other end of the socket
 */
export function isLocalRequest({ url, headers }: Request, peer: string | undefined): boolean {
  const isNear = isLoopback(peer) && isLocalName(new URL(url).hostname);
  return isNear && !FROM_ELSEWHERE.some(name => headers.has(name));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** An address, or a name that nobody can register: one of a single label, `localhost` among them. */
function isLocalName(host: string): boolean {
  return !host.includes('.') || ipaddr.isValid(host) || host.endsWith('.localhost');
}
