import { type HmacKey, hmac, hmacKey, timingSafeEqual } from './crypto.ts';

/**
 * Signs with the first of several secrets and accepts the signature of any, so that a secret can be changed
 * without anybody being logged out.
 */
export class Keyring {
  readonly #purpose: string;
  readonly #secrets: readonly string[];
  #keys: Promise<HmacKey[]> | undefined;

  /** @param purpose keeps a signature made for one thing from being good for another. */
  constructor(secrets: readonly string[], purpose: string) {
    this.#secrets = secrets;
    this.#purpose = purpose;
  }

  /** 43 characters, base64url. */
  async sign(text: string): Promise<string> {
    const [key] = await this.#load();
    return hmac(key!, `${this.#purpose}\0${text}`, 'base64url');
  }

  async verify(text: string, signature: string): Promise<boolean> {
    let valid = false;
    for (const key of await this.#load()) {
      const expected = await hmac(key, `${this.#purpose}\0${text}`, 'base64url');
      valid = timingSafeEqual(expected, signature) || valid;
    }
    return valid;
  }

  #load(): Promise<HmacKey[]> {
    this.#keys ??= Promise.all(this.#secrets.map(hmacKey));
    return this.#keys;
  }
}
