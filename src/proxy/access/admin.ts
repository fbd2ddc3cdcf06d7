import { addressBucket } from '../../limits/client-address.ts';
import { MemoryWindows } from '../../limits/memory-windows.ts';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import { storable } from '../../protocol/text.ts';
import { digest, timingSafeEqual } from './crypto.ts';

/** Who is let in, as far as it is known. */
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

/** What somebody with the token calls himself: percent-encoded, as a header holds no other alphabet. */
const ADMIN_NAME_HEADER = 'X-Admin-Name';
const NAME_MAX = 100;

/** Different wrong tokens from one address; past them none is looked at until the window ends. Each instance counts its own. */
const GUESSES = { count: 60, seconds: 60 };

/** What a browser sends by itself where the site asks for a password: it claims nothing here. */
const BROWSERS_OWN = /^(?:basic|digest|negotiate|ntlm) /i;

/** Tells the owner from everybody else. Closed when neither a token nor the host's own check is configured. */
export class Admin {
  readonly #token: string | undefined;
  readonly #authorize: AdminOptions['authorize'];
  readonly #guesses = new MemoryWindows();
  /** Each wrong token by itself. */
  readonly #wrong = new MemoryWindows();
  #expected: Promise<string> | undefined;

  constructor(options: AdminOptions) {
    this.#token = options.adminToken;
    this.#authorize = options.authorize;
  }

  /**
   * True for the owner, false for somebody who does not claim to be him.
   * @throws ProtocolError `unauthorized` for a token that is wrong: never taken for a visitor; `rate_limited` after
   * many of them.
   */
  async is(request: Request, address: string | undefined): Promise<boolean> {
    return (await this.#identify(request, address)) !== undefined;
  }

  async #identify(request: Request, address: string | undefined): Promise<AdminIdentity | undefined> {
    const sent = request.headers.get('Authorization');
    const header = sent !== null && BROWSERS_OWN.test(sent) ? null : sent;
    if (header !== null) this.#refuseGuesser(address);
    let guess: string | undefined;
    if (header !== null && this.#token !== undefined) {
      const token = /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
      this.#expected ??= digest(this.#token);
      const expected = await this.#expected;
      // Digests have one length, so nothing about the token's own shows in the time.
      guess = await digest(token);
      // Those that came in the same moment have been counted by now.
      this.#refuseGuesser(address);
      if (timingSafeEqual(expected, guess)) return { name: claimedName(request) };
    }
    // Without a check of the host nothing is awaited from the comparison on, so that no two guesses count as one.
    const verdict = this.#authorize && (await this.#authorize(request));
    // The host knows its own people: a name it gives is never replaced by one that was typed.
    if (verdict === true) return { name: claimedName(request) };
    // Whatever else it may give, such as the answer of another server, says nothing.
    if (typeof verdict === 'object' && typeof verdict?.name === 'string') return { name: tidy(verdict.name) };
    if (header === null) return undefined;
    this.#countGuess(addressBucket(address), guess ?? (await digest(header)));
    throw new ProtocolError('unauthorized', 'Authorization: the token is not valid');
  }

  /** The same one again, as of a script that goes on sending the token of before, tells a guesser nothing new. */
  #countGuess(bucket: string, guess: string): void {
    const named = `${bucket} ${guess}`;
    const isNew = this.#wrong.look(named, GUESSES).taken === 0;
    this.#wrong.count(named, GUESSES);
    if (isNew) this.#guesses.count(bucket, GUESSES);
  }

  #refuseGuesser(address: string | undefined): void {
    // Where nobody knows who asks, one who guesses must not keep the owner out.
    if (address === undefined) return;
    const { taken, endsIn } = this.#guesses.look(addressBucket(address), GUESSES);
    if (taken < GUESSES.count) return;
    const retryAfter = Math.max(1, Math.ceil(endsIn / 1000));
    throw new ProtocolError('rate_limited', 'Authorization: too many wrong tokens', { retryAfter });
  }

  /** @throws ProtocolError `unauthorized` for everybody but the owner; `rate_limited` after many wrong tokens. */
  async demand(request: Request, address: string | undefined): Promise<AdminIdentity> {
    const identity = await this.#identify(request, address);
    if (!identity) throw new ProtocolError('unauthorized', 'Authorization: the admin token is needed');
    return identity;
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
 * One line of at most 100 characters, without marks that turn the text around it; what is only for show is cut rather
 * than refused.
 */
function tidy(name: string): string | undefined {
  const plain = name.replace(/\p{Bidi_Control}+/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const line = [...storable(plain).trim()].slice(0, NAME_MAX).join('');
  return line === '' ? undefined : line;
}
