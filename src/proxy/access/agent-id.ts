import { ProtocolError } from '../../protocol/errors.ts';

/** One path segment that means the same to every URL parser. Every UUID is one. */
const SEGMENT = /^[a-z0-9][a-z0-9_-]{0,127}$/i;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an agent can have this id. */
export function isAgentId(value: string): boolean {
  return SEGMENT.test(value);
}

/** The agents that a proxy serves: those it names, or all that its key opens. */
export class ServedAgents {
  readonly #ids: ReadonlySet<string> | undefined;

  /** @param ids undefined for every agent of the workspace */
  constructor(ids: readonly string[] | undefined) {
    this.#ids = ids && new Set(ids.map(normalizeAgentId));
  }

  /**
   * The id in its one spelling.
   * @throws ProtocolError `not_found` for an agent that is not served, or an id that no agent can have: nothing is sent
   *   upstream
   */
  readId(value: string | undefined): string {
    const id = value !== undefined && isAgentId(value) ? normalizeAgentId(value) : undefined;
    if (id === undefined || this.#ids?.has(id) === false) throw noSuchAgent();
    return id;
  }
}

export function noSuchAgent(): ProtocolError {
  return new ProtocolError('not_found', 'agentId: there is no such agent');
}

/**
 * The one spelling under which settings and limits are kept. The service also accepts a UUID in capitals (RFC 9562,
 * docs/interface.md section 4): as another agent here, it would bypass what the owner has set.
 */
export function normalizeAgentId(value: string): string {
  return UUID.test(value) ? value.toLowerCase() : value;
}
