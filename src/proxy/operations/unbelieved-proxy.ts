import ipaddr from 'ipaddr.js';
import type { Parts } from '../parts.ts';

/** Where a proxy in front stands. Anybody on the internet can write the header as well, and tells nothing by it. */
const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/**
 * Looks out for a proxy in front that names its visitors and is not believed, and tells the owner once: all of them share
 * one address then, and its limits.
 */
export function watchForUnbelievedProxy({
  config,
  logger,
}: Pick<Parts, 'config' | 'logger'>): (headers: Headers, peer: string | undefined) => void {
  let watching = config.trustProxy === 0;
  return (headers, peer) => {
    if (!watching || !headers.has('X-Forwarded-For') || !isNear(peer)) return;
    watching = false;
    logger.warn({}, 'all visitors of the proxy in front count as one address: set TRUST_PROXY');
  };
}

function isNear(peer: string | undefined): boolean {
  return peer !== undefined && ipaddr.isValid(peer) && NEAR.has(ipaddr.process(peer).range());
}
