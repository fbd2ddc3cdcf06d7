import { ProtocolError } from '../../protocol/errors.ts';
import { type HmacKey, hmac, hmacKey, timingSafeEqual } from './signing.ts';

/**
 * Checks the site's proof of a user: `userHash` is HMAC-SHA-256 of `userId` with the identity secret, in lower-case hex.
 */
export class UserIdentity {
  readonly #secrets: readonly string[];
  #keys: Promise<HmacKey[]> | undefined;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** @throws ProtocolError `forbidden` naming what is wrong. */
  async verify(userId: string, userHash: string | undefined): Promise<void> {
    if (this.#secrets.length === 0) {
      throw new ProtocolError('forbidden', 'userId: this site has no identity secret to check users with');
    }
    if (userHash === undefined) throw new ProtocolError('forbidden', 'userHash: is missing for this userId');
    this.#keys ??= Promise.all(this.#secrets.map(hmacKey));
    let valid = false;
    for (const key of await this.#keys) {
      valid = timingSafeEqual(await hmac(key, userId, 'hex'), userHash) || valid;
    }
    if (!valid) throw new ProtocolError('forbidden', 'userHash: does not belong to this userId');
  }
}
