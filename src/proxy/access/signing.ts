import type { KeyObject } from 'node:crypto';
import { isNode } from '../runtime.ts';

const encoder = new TextEncoder();

/** Node's own functions are synchronous; Web Crypto, which every runtime has, queues each call for a thread. */
const node = isNode() ? process.getBuiltinModule('node:crypto') : undefined;

type SubtleKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type HmacKey = KeyObject | SubtleKey;

export async function hmacKey(secret: string): Promise<HmacKey> {
  if (node) return node.createSecretKey(secret, 'utf8');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
}

export async function hmac(key: HmacKey, text: string, encoding: 'base64url' | 'hex'): Promise<string> {
  if (node)
    return node
      .createHmac('sha256', key as KeyObject)
      .update(text)
      .digest(encoding);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key as SubtleKey, encoder.encode(text)));
  return encoding === 'hex' ? toHex(bytes) : toBase64Url(bytes);
}

/** SHA-256, base64url. */
export async function digest(text: string): Promise<string> {
  if (node) return node.hash('sha256', text, 'base64url');
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}

/** Compares in a time that depends on the length alone. */
export function timingSafeEqual(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) {
    // Past the end of a string this is NaN, which counts as 0; the length has decided already.
    difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
  }
  return difference === 0;
}

/** Bytes, or text as UTF-8. */
export function toBase64Url(from: Uint8Array | string): string {
  if (node) return Buffer.from(from as string).toString('base64url');
  let binary = '';
  for (const byte of typeof from === 'string' ? encoder.encode(from) : from)
    binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
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

const pool = new Uint8Array(2048);
let drawn = pool.length;

/** 128 random bits. Drawn for many at once, since a draw of any size costs more than a signature. */
export function randomBytes(): Uint8Array {
  if (drawn === pool.length) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  drawn += 16;
  return pool.subarray(drawn - 16, drawn);
}

/**
 * Signs with the first of several secrets and accepts the signature of any, so that changing a secret logs nobody out.
 */
export class Keyring {
  readonly #purpose: string;
  readonly #secrets: readonly string[];
  #keys: Promise<HmacKey[]> | undefined;

  /** @param purpose a signature made for one purpose is not valid for another */
  constructor(secrets: readonly string[], purpose: string) {
    this.#secrets = secrets;
    this.#purpose = purpose;
  }

  /** 43 characters, base64url. */
  async sign(text: string): Promise<string> {
    const [key] = await this.#load();
    return hmac(key!, `${this.#purpose}\0${text}`, 'base64url');
  }

  /** The signatures with each of the secrets, that of the first one first. */
  async signAll(text: string): Promise<string[]> {
    const keys = await this.#load();
    return await Promise.all(keys.map(key => hmac(key, `${this.#purpose}\0${text}`, 'base64url')));
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
