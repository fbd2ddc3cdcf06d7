import { ProtocolError } from '../../protocol/errors.ts';

/** One path segment that means the same to every URL parser. Every UUID is one. */
const SEGMENT = /^[a-z0-9][a-z0-9_-]{0,127}$/i;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws ProtocolError `not_found` for an id that no agent can have: nothing is sent upstream. */
export function readAgentId(value: string | undefined): string {
  if (value === undefined || !SEGMENT.test(value)) {
    throw new ProtocolError('not_found', 'agentId: there is no such agent');
  }
  return normalizeAgentId(value);
}

/**
 * The one spelling under which settings and limits are kept. The service also accepts a UUID in capitals (RFC 9562,
 * docs/interface.md section 4): as another agent here, it would bypass what the owner has set.
 */
export function normalizeAgentId(value: string): string {
  return UUID.test(value) ? value.toLowerCase() : value;
}
