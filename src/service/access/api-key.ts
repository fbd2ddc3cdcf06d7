import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits after a prefix that secret scanners can detect. */
export function newKey(): string {
  return `ac_${randomBytes(32).toString('base64url')}`;
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The part of a key that may be displayed: too short to help guess the rest. */
export function keyPrefix(key: string): string {
  return key.slice(0, Math.min(6, Math.floor(key.length / 4)));
}

/** The key of an `Authorization: Bearer …` header (RFC 6750); undefined for any other value. */
export function readBearer(header: string | null | undefined): string | undefined {
  return /^bearer +([^\s,]+) *$/i.exec(header ?? '')?.[1];
}
