import { ProtocolError } from '../../protocol/errors.ts';
import { fromBase64Url, Keyring, toBase64Url } from './signing.ts';
import { subjectOf, subjectsOf, type Visitor } from './visitors.ts';

/**
 * Binds the service's conversation ids to their visitor and agent: the proxy gives out `<id>.<keyed hash>`, which is
 * valid for nobody else. Nothing is stored.
 */
export class ConversationIds {
  readonly #keyring: Keyring;

  constructor(secrets: readonly string[]) {
    this.#keyring = new Keyring(secrets, 'conversation');
  }

  async bind(agentId: string, visitor: Visitor, upstreamId: string): Promise<string> {
    const payload = toBase64Url(upstreamId);
    return `${payload}.${await this.#keyring.sign(claim(agentId, subjectOf(visitor), payload))}`;
  }

  /**
   * The service's own id.
   * @throws ProtocolError `not_found`, the same for an id that is unknown, altered or of another visitor
   */
  async open(agentId: string, visitor: Visitor, bound: string): Promise<string> {
    const [payload = '', signature = '', ...rest] = bound.split('.');
    let valid = false;
    for (const subject of subjectsOf(visitor)) {
      valid = (await this.#keyring.verify(claim(agentId, subject, payload), signature)) || valid;
    }
    const bytes = fromBase64Url(payload);
    if (!valid || rest.length > 0 || !bytes) {
      throw new ProtocolError('not_found', 'conversationId: there is no such conversation');
    }
    return new TextDecoder().decode(bytes);
  }
}

function claim(agentId: string, subject: string, payload: string): string {
  return JSON.stringify([agentId, subject, payload]);
}
