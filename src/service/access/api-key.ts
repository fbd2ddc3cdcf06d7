import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits behind a prefix that secret scanners can be taught. */
export function newKey(): string {
  return `ac_${randomBytes(32).toString('base64url')}`;
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** What may be shown of a key. Too little of it to help anybody guess the rest. */
export function keyPrefix(key: string): string {
  return key.slice(0, Math.min(6, Math.floor(key.length / 4)));
}

/** The key of an `Authorization: Bearer …` header (RFC 6750); undefined for anything else. */
export function readBearer(header: string | null | undefined): string | undefined {
  return /^bearer +([^\s,]+) *$/i.exec(header ?? '')?.[1];
}
