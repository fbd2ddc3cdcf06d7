import type { Context } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { digest, fromBase64Url, Keyring, randomBytes, toBase64Url } from './signing.ts';

export const VISITOR_HEADER = 'X-Visitor-Token';

/** Somebody who talks to an agent, identified by the proxy's own signed token. */
export interface Visitor {
  /** 128 random bits, base64url. */
  id: string;
  /** Set if the site has proven it by `userHash`. */
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
/** A secret of the visitor's own, at least 128 random bits in base64url or hex, until they have a token. */
const OWN_SECRET = /^new\.([\w-]{22,86})$/;
/** Characters of 128 bits in base64url. */
const ID_LENGTH = 22;

export interface KnownVisitor {
  visitor: Visitor;
  /** A token for the answer to carry: the visitor is new, or their token has aged. */
  newToken: string | undefined;
}

/** Issues and reads visitor tokens. Nothing is stored: any instance with the secret reads any token. */
export class Visitors {
  readonly #keyring: Keyring;
  readonly #lifetime: number;

  /** @param days how long a token is good for */
  constructor(secrets: readonly string[], days: number) {
    this.#keyring = new Keyring(secrets, 'visitor');
    this.#lifetime = days * DAY;
  }

  /** Who sends a request. A request without a token comes from a new visitor. @throws ProtocolError `unauthorized` */
  async fromRequest(c: Context<ProxyEnv>): Promise<KnownVisitor> {
    const token = c.req.header(VISITOR_HEADER);
    const newcomer = token === undefined ? this.create() : await this.#fromSecret(token);
    if (newcomer) return { visitor: newcomer, newToken: await this.issue(newcomer) };
    const visitor = await this.read(token!);
    if (!this.#isAging(visitor)) return { visitor, newToken: undefined };
    return { visitor, newToken: await this.issue(this.renew(visitor)) };
  }

  /** A new visitor. */
  create(): Visitor {
    return this.#create(toBase64Url(randomBytes()));
  }

  /**
   * The visitor who sends a secret of their own in place of a token; undefined for any other text. The same secret makes
   * the same visitor, so that a reply whose first answer was lost can be joined, even at an instance that signs with
   * another secret.
   */
  async #fromSecret(token: string): Promise<Visitor | undefined> {
    const secret = OWN_SECRET.exec(token)?.[1];
    if (secret === undefined) return undefined;
    return this.#create((await digest(`first\0${secret}`)).slice(0, ID_LENGTH));
  }

  #create(id: string): Visitor {
    return { id, userId: undefined, checked: false, expiresAt: now() + this.#lifetime };
  }

  /** The same visitor with a fresh lifetime. */
  renew(visitor: Visitor): Visitor {
    return { ...visitor, expiresAt: now() + this.#lifetime };
  }

  /** True once a day of the lifetime has passed. */
  #isAging(visitor: Visitor): boolean {
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

  /** @throws ProtocolError `unauthorized` for a token that was not issued here or has expired. */
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

/** Who owns conversations and replies: a verified user wherever they sign in, else this visitor. */
export function subjectOf(visitor: Visitor): string {
  return visitor.userId === undefined ? anonymousSubject(visitor) : `u:${visitor.userId}`;
}

/** All owners a visitor may have: one who signs in keeps what was theirs before, since the token names both. */
export function subjectsOf(visitor: Visitor): string[] {
  return [...new Set([subjectOf(visitor), anonymousSubject(visitor)])];
}

/** The visitor without, or before, a sign-in. */
export function anonymousSubject({ id }: Visitor): string {
  return `v:${id}`;
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
