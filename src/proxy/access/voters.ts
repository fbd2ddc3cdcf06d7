import { Keyring } from './signing.ts';

/** Begins each key, so that digests of earlier versions can be told from them. */
const PREFIX = 'k.';

/**
 * Names whoever rates a reply by a keyed hash: a user id can be guessed, so whoever reads the database could find out
 * from a plain digest who wrote a reason. Its input is the digest under which the service knows the visitor.
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
