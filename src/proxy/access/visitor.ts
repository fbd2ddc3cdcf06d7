import { ProtocolError } from '../../protocol/errors.ts';
import { digest, fromBase64Url, randomBytes, toBase64Url } from './crypto.ts';
import { Keyring } from './keyring.ts';

/** Somebody who talks to an agent, as the proxy's own signed token says. */
export interface Visitor {
  /** 128 random bits, base64url. */
  id: string;
  /** Set when the site vouched for it by `userHash`. */
  userId: string | undefined;
  /** Whether the bot check was passed. */
  checked: boolean;
  /** Unix seconds. */
  expiresAt: number;
}

interface Claims {
  v: string;
  u?: string;
  b?: 1;
  e: number;
}

const DAY = 86_400;
/** Room for the longest `userId`, were each of its characters written as `\u0001`. */
const TOKEN_MAX = 4096;
/** A visitor's own secret, at least 128 random bits in base64url or hex, until he has a token. */
const OWN_SECRET = /^new\.([\w-]{22,86})$/;
/** Characters of 128 bits in base64url. */
const ID_LENGTH = 22;

/** Issues and reads visitor tokens. Nothing is stored: any instance with the secret reads any token. */
export class Visitors {
  readonly #keyring: Keyring;
  readonly #lifetime: number;

  /** @param days how long a token is good for */
  constructor(secrets: readonly string[], days: number) {
    this.#keyring = new Keyring(secrets, 'visitor');
    this.#lifetime = days * DAY;
  }

  create(): Visitor {
    return this.#begin(toBase64Url(randomBytes()));
  }

  /**
   * The visitor who brings a secret of his own making in the place of a token; undefined when this is none. The
   * same secret makes the same visitor, so a first answer that was lost before it named him can be joined, also at an
   * instance that signs with another secret than the one which had his question.
   */
  async meet(token: string): Promise<Visitor | undefined> {
    const secret = OWN_SECRET.exec(token)?.[1];
    if (secret === undefined) return undefined;
    return this.#begin((await digest(`first\0${secret}`)).slice(0, ID_LENGTH));
  }

  #begin(id: string): Visitor {
    return { id, userId: undefined, checked: false, expiresAt: now() + this.#lifetime };
  }

  /** The same visitor with a fresh lifetime. */
  renew(visitor: Visitor): Visitor {
    return { ...visitor, expiresAt: now() + this.#lifetime };
  }

  /** True once a day of the lifetime has passed. */
  isAging(visitor: Visitor): boolean {
    return visitor.expiresAt - now() < this.#lifetime - DAY;
  }

  async issue(visitor: Visitor): Promise<string> {
    const claims: Claims = {
      v: visitor.id,
      ...(visitor.userId !== undefined && { u: visitor.userId }),
      ...(visitor.checked && { b: 1 }),
      e: visitor.expiresAt,
    };
    const payload = toBase64Url(JSON.stringify(claims));
    return `${payload}.${await this.#keyring.sign(payload)}`;
  }

  /** @throws ProtocolError `unauthorized` for a token that was not issued here or has run out. */
  async read(token: string): Promise<Visitor> {
    const [payload, signature, ...rest] = token.length > TOKEN_MAX ? [] : token.split('.');
    if (!payload || !signature || rest.length > 0 || !(await this.#keyring.verify(payload, signature))) {
      throw new ProtocolError('unauthorized', 'X-Visitor-Token: was not issued here');
    }
    const claims = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as Claims;
    if (claims.e <= now()) throw new ProtocolError('unauthorized', 'X-Visitor-Token: has expired');
    return { id: claims.v, userId: claims.u, checked: claims.b === 1, expiresAt: claims.e };
  }
}

/** Whom conversations and replies belong to: a verified user wherever he signs in, else this one visitor. */
export function subjectOf(visitor: Visitor): string {
  return visitor.userId === undefined ? anonymousSubject(visitor) : `u:${visitor.userId}`;
}

/** Under whom something of his may be: a visitor who signs in keeps what was his before, as his token names both. */
export function subjectsOf(visitor: Visitor): string[] {
  return [...new Set([subjectOf(visitor), anonymousSubject(visitor)])];
}

/** Who he is, or was before he signed in. */
export function anonymousSubject({ id }: Visitor): string {
  return `v:${id}`;
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
