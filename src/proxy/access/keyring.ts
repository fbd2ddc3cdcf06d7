import { isNode } from '../is-node.ts';

const encoder = new TextEncoder();

/** Node's own functions answer at once; Web Crypto, which every runtime has, queues each call for a thread. */
const node = isNode() ? process.getBuiltinModule('node:crypto') : undefined;

export type HmacKey = string | Awaited<ReturnType<typeof crypto.subtle.importKey>>;

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
    return toBase64Url(await hmac(key!, `${this.#purpose}\0${text}`));
  }

  async verify(text: string, signature: string): Promise<boolean> {
    let valid = false;
    for (const key of await this.#load()) {
      const expected = toBase64Url(await hmac(key, `${this.#purpose}\0${text}`));
      valid = sameText(expected, signature) || valid;
    }
    return valid;
  }

  #load(): Promise<HmacKey[]> {
    this.#keys ??= Promise.all(this.#secrets.map(hmacKey));
    return this.#keys;
  }
}

export async function hmacKey(secret: string): Promise<HmacKey> {
  if (node) return secret;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
}

export async function hmac(key: HmacKey, text: string): Promise<Uint8Array> {
  if (typeof key !== 'string')
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return node!.createHmac('sha256', key).update(text).digest();
}

/** SHA-256, base64url. */
export async function digest(text: string): Promise<string> {
  const bytes = node
    ? node.createHash('sha256').update(text).digest()
    : await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return toBase64Url(new Uint8Array(bytes));
}

/** Compares in a time that depends on the length alone. */
export function sameText(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) {
    // Past its end a string gives NaN, which counts as 0 here: the length has already decided then.
    difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
  }
  return difference === 0;
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined for anything that is not base64url. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  } catch {
    return undefined;
  }
}
