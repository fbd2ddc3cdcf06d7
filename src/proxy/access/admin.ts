import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import { storable } from '../../protocol/text.ts';
import { digest, sameText } from './keyring.ts';

/** Who is let in, as far as it is known. */
export interface AdminIdentity {
  /** For the history of settings, 1 to 100 characters. */
  name?: string | undefined;
}

export type Authorize = (request: Request) => Verdict | Promise<Verdict>;
type Verdict = boolean | AdminIdentity;

export interface AdminOptions {
  adminToken?: string | undefined;
  authorize?: Authorize | undefined;
}

/** What somebody with the token calls himself: percent-encoded, as a header holds no other alphabet. */
export const ADMIN_NAME_HEADER = 'X-Admin-Name';
const NAME_MAX = 100;

/** Tells the owner from everybody else. Closed when neither a token nor the host's own check is configured. */
export class Admin {
  readonly #token: string | undefined;
  readonly #authorize: AdminOptions['authorize'];
  #expected: Promise<string> | undefined;

  constructor(options: AdminOptions) {
    this.#token = options.adminToken;
    this.#authorize = options.authorize;
  }

  /**
   * True for the owner, false for somebody who does not claim to be him.
   * @throws ProtocolError `unauthorized` for a token that is wrong: never taken for a visitor.
   */
  async is(request: Request): Promise<boolean> {
    return (await this.#identify(request)) !== undefined;
  }

  async #identify(request: Request): Promise<AdminIdentity | undefined> {
    const header = request.headers.get('Authorization');
    if (header !== null && this.#token !== undefined) {
      const token = /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
      this.#expected ??= digest(this.#token);
      // Digests have one length, so nothing about the token's own shows in the time.
      if (sameText(await this.#expected, await digest(token))) {
        return { name: claimedName(request) };
      }
    }
    const verdict = await this.#authorize?.(request);
    // The host knows its own people: a name it gives is never replaced by one that was typed.
    if (verdict) return verdict === true ? { name: claimedName(request) } : { name: tidy(verdict.name) };
    if (header !== null) throw new ProtocolError('unauthorized', 'Authorization: the token is not valid');
    return undefined;
  }

  /** @throws ProtocolError `unauthorized` for everybody but the owner. */
  async demand(request: Request): Promise<AdminIdentity> {
    const identity = await this.#identify(request);
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

/** One line of at most 100 characters; what is only for show is cut rather than refused. */
function tidy(name: string | undefined): string | undefined {
  const line = [...storable((name ?? '').replace(/\p{Cc}+/gu, ' ')).trim()].slice(0, NAME_MAX).join('');
  return line === '' ? undefined : line;
}
