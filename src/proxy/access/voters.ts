import { Keyring } from './signing.ts';

/** Prefix of each keyed hash. It tells them from the plain digests of earlier versions. */
const PREFIX = 'k.';

/**
 * Hashes the person who rates a reply, with a key. User ids can be guessed: with a plain digest, a reader of the database
 * could find out who gave a reason. The input is the digest by which the service knows the visitor.
 */
export class Voters {
  readonly #keyring: Keyring;

  constructor(secrets: readonly string[]) {
    this.#keyring = new Keyring(secrets, 'voter');
  }

  /** The key with the current secret. */
  async keyOf(visitorDigest: string): Promise<string> {
    return PREFIX + (await this.#keyring.sign(visitorDigest));
  }

  /** All keys that the ratings of a visitor may have: with an earlier secret, or from an earlier version without any. */
  async keysOf(visitorDigest: string): Promise<string[]> {
    const signatures = await this.#keyring.signAll(visitorDigest);
    return [...signatures.map(signature => PREFIX + signature), visitorDigest];
  }
}
