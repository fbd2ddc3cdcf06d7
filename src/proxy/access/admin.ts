import { addressBucket } from '../../limits/client-address.ts';
import { MemoryWindows } from '../../limits/memory-windows.ts';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import { storable } from '../../protocol/text.ts';
import { digest, timingSafeEqual } from './signing.ts';

/** An admin, as far as they are known. */
export interface AdminIdentity {
  /** For the history of settings, 1 to 100 characters. */
  name?: string | undefined;
}

export type Authorize = (request: Request) => Verdict | Promise<Verdict>;
type Verdict = boolean | { name: string };

export interface AdminOptions {
  adminToken?: string | undefined;
  authorize?: Authorize | undefined;
}

/** The name an admin with the token gives, percent-encoded because headers are ASCII. */
const ADMIN_NAME_HEADER = 'X-Admin-Name';
const NAME_MAX = 100;

/** Different wrong tokens from one address; then no token is checked until the window ends. Counted per instance. */
const WRONG_TOKENS = { count: 60, seconds: 60 };

/** Schemes of a browser on a site with a password: they claim nothing here. */
const BROWSER_SCHEMES = /^(?:basic|digest|negotiate|ntlm) /i;

/** Wrong tokens by address, each different one counted once. */
class WrongTokens {
  readonly #counts = new MemoryWindows();
  readonly #seen = new MemoryWindows();

  /** Repeating a wrong token, as a script with an old one does, reveals nothing new and is not counted. */
  add(address: string | undefined, digested: string): void {
    const bucket = addressBucket(address);
    const named = `${bucket} ${digested}`;
    const isNew = this.#seen.look(named, WRONG_TOKENS).taken === 0;
    this.#seen.count(named, WRONG_TOKENS);
    if (isNew) this.#counts.count(bucket, WRONG_TOKENS);
  }

  /** Milliseconds in which no token of an address is checked; 0 if they are. */
  blockedFor(address: string | undefined): number {
    // If addresses are unknown, an attacker who guesses must not lock the owner out.
    if (address === undefined) return 0;
    const { taken, endsIn } = this.#counts.look(addressBucket(address), WRONG_TOKENS);
    return taken < WRONG_TOKENS.count ? 0 : endsIn;
  }
}

/** Recognizes the owner. Nobody is one if neither a token nor the host's own check is configured. */
export class Admin {
  readonly #token: string | undefined;
  readonly #authorize: AdminOptions['authorize'];
  readonly #guesses = new WrongTokens();
  /** Wrong tokens on visitors' routes. Counted separately, because gateways add tokens of their own there. */
  readonly #foreign = new WrongTokens();
  #expected: Promise<string> | undefined;

  constructor(options: AdminOptions) {
    this.#token = options.adminToken;
    this.#authorize = options.authorize;
  }

  /**
   * Whether a request on a visitors' route is the owner's. Ignores any other token, because gateways add their own.
   * After too many wrong tokens from an address it checks none of them, so that nobody can guess the admin token on
   * these routes.
   */
  async isAdmin(request: Request, address: string | undefined): Promise<boolean> {
    return (await this.#identify(request, address, this.#foreign)).identity !== undefined;
  }

  async #identify(
    request: Request,
    address: string | undefined,
    wrong: WrongTokens,
  ): Promise<{ identity?: AdminIdentity; blockedFor?: number; isWrong?: boolean }> {
    const sent = request.headers.get('Authorization');
    const header = sent !== null && BROWSER_SCHEMES.test(sent) ? null : sent;
    let guess: string | undefined;
    let blockedFor = 0;
    if (header !== null && this.#token !== undefined) {
      const token = /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
      this.#expected ??= digest(this.#token);
      const expected = await this.#expected;
      // Digests have one length, so the time reveals nothing about the token's.
      guess = await digest(token);
      // Wrong tokens of the same moment are counted by now.
      blockedFor = wrong.blockedFor(address);
      if (blockedFor === 0 && timingSafeEqual(expected, guess)) {
        return { identity: { name: claimedName(request) } };
      }
    }
    // Without a check of the host, nothing is awaited after the comparison: two guesses never count as one.
    const verdict = this.#authorize && (await this.#authorize(request));
    // A name that the host gives wins over one that was typed.
    if (verdict === true) return { identity: { name: claimedName(request) } };
    // Any other value, such as the response of another server, grants nothing.
    if (typeof verdict === 'object' && typeof verdict?.name === 'string') {
      return { identity: { name: tidy(verdict.name) } };
    }
    if (header === null) return {};
    if (blockedFor === 0) wrong.add(address, guess ?? (await digest(header)));
    return { blockedFor, isWrong: true };
  }

  /** @throws ProtocolError `unauthorized` for anybody but the owner; `rate_limited` after many wrong tokens */
  async require(request: Request, address: string | undefined): Promise<AdminIdentity> {
    const { identity, blockedFor = 0, isWrong } = await this.#identify(request, address, this.#guesses);
    if (identity) return identity;
    if (blockedFor > 0) {
      const retryAfter = Math.max(1, Math.ceil(blockedFor / 1000));
      throw new ProtocolError('rate_limited', 'Authorization: too many wrong tokens', { retryAfter });
    }
    const fault = isWrong ? 'the token is not valid' : 'the admin token is needed';
    throw new ProtocolError('unauthorized', `Authorization: ${fault}`);
  }
}

function claimedName(request: Request): string | undefined {
  const header = request.headers.get(ADMIN_NAME_HEADER);
  if (header === null) return undefined;
  try {
    return tidy(decodeURIComponent(header));
  } catch {
    throw invalidField(ADMIN_NAME_HEADER, 'must be percent-encoded UTF-8');
  }
}

/**
 * One line of at most 100 characters, without marks that change the direction of the text around it. A name is only
 * displayed, so it is cut and not refused.
 */
function tidy(name: string): string | undefined {
  const plain = name.replace(/\p{Bidi_Control}+/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const line = [...storable(plain).trim()].slice(0, NAME_MAX).join('');
  return line === '' ? undefined : line;
}
