import { ProtocolError } from '../../protocol/errors.ts';

/** One path segment that means the same to every URL parser. Every UUID is one. */
const SEGMENT = /^[a-z0-9][a-z0-9_-]{0,127}$/i;

/** @throws ProtocolError `not_found` for an id that cannot be an agent's: nothing is asked upstream then. */
export function readAgentId(value: string | undefined): string {
  if (value === undefined || !SEGMENT.test(value)) {
    throw new ProtocolError('not_found', 'agentId: there is no such agent');
  }
  return value;
}
