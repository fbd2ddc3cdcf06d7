import type { Context } from 'hono';
import { isConversationId } from '../../protocol/conversations.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { isVisitorDigest, isVisitorId, userSubject, visitorSubject } from '../../protocol/personal-data.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { RevokedVisitors } from './revoked-visitors.ts';
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

/**
 * Issues and reads visitor tokens. None is stored: any instance with the secret reads any token. Only revoked visitors are
 * looked up.
 */
export class Visitors {
  readonly #keyring: Keyring;
  readonly #lifetime: number;
  readonly #revoked: RevokedVisitors;

  /** @param days how long a token is good for */
  constructor(secrets: readonly string[], days: number, revoked: RevokedVisitors) {
    this.#keyring = new Keyring(secrets, 'visitor');
    this.#lifetime = days * DAY;
    this.#revoked = revoked;
  }

  /** Who sends a request. A request without a token comes from a new visitor. @throws ProtocolError `unauthorized` */
  async fromRequest(c: Context<ProxyEnv>): Promise<KnownVisitor> {
    const token = c.req.header(VISITOR_HEADER);
    if (token === undefined) return await this.#withNewToken(this.create());
    const newcomer = await this.#fromSecret(token);
    const visitor = newcomer ?? (await this.read(token));
    if (await this.#revoked.has(visitor.id)) {
      throw new ProtocolError('unauthorized', 'X-Visitor-Token: was revoked');
    }
    if (newcomer) return await this.#withNewToken(newcomer);
    if (!this.#isAging(visitor)) return { visitor, newToken: undefined };
    return { visitor, newToken: await this.issue(this.renew(visitor)) };
  }

  async #withNewToken(visitor: Visitor): Promise<KnownVisitor> {
    return { visitor, newToken: await this.issue(visitor) };
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

/** The visitor that a token names, whether or not it is valid, or the id itself; undefined for any other text. */
export function visitorIdOf(tokenOrId: string): string | undefined {
  if (isVisitorId(tokenOrId)) return tokenOrId;
  try {
    const [payload = ''] = tokenOrId.split('.');
    const { v } = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as Partial<Claims>;
    return typeof v === 'string' && isVisitorId(v) ? v : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How the service knows a visitor: the digest of their token, whether or not it is valid, or of their id; a conversation by
 * its id, also as the visitor sees it. A user whom the token names is left out, because a forged one could name anybody.
 * Undefined for any other text.
 */
export async function visitorReference(text: string): Promise<string | undefined> {
  if (isVisitorDigest(text) || isConversationId(text.toLowerCase())) return text;
  const id = visitorIdOf(text);
  if (id !== undefined) return await digest(visitorSubject(id));
  const conversation = new TextDecoder().decode(fromBase64Url(text.split('.')[0]!));
  return isConversationId(conversation) ? conversation : undefined;
}

/** Who owns conversations and replies: a verified user wherever they sign in, else this visitor. */
export function subjectOf(visitor: Visitor): string {
  return visitor.userId === undefined ? anonymousSubject(visitor) : userSubject(visitor.userId);
}

/** All owners a visitor may have: one who signs in keeps what was theirs before, since the token names both. */
export function subjectsOf(visitor: Visitor): string[] {
  return [...new Set([subjectOf(visitor), anonymousSubject(visitor)])];
}

/** The visitor without, or before, a sign-in. */
export function anonymousSubject({ id }: Visitor): string {
  return visitorSubject(id);
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
