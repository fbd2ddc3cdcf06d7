import { ProtocolError } from '../../protocol/errors.ts';

/** One path segment that means the same to every URL parser. Every UUID is one. */
const SEGMENT = /^[a-z0-9][a-z0-9_-]{0,127}$/i;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws ProtocolError `not_found` for an id that cannot be an agent's: nothing is asked upstream then. */
export function readAgentId(value: string | undefined): string {
  if (value === undefined || !SEGMENT.test(value)) {
    throw new ProtocolError('not_found', 'agentId: there is no such agent');
  }
  return plainAgentId(value);
}

/**
 * The one spelling that settings and limits are kept under. The service knows a UUID in capitals too (RFC 9562,
 * section 4): taken for another agent here, it would get past whatever the owner has set.
 */
export function plainAgentId(value: string): string {
  return UUID.test(value) ? value.toLowerCase() : value;
}
