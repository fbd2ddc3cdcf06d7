import { ProtocolError } from '../../protocol/errors.ts';
import { digest, sameText } from './keyring.ts';

export interface AdminOptions {
  adminToken?: string | undefined;
  authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
}

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
    const header = request.headers.get('Authorization');
    if (header !== null && this.#token !== undefined) {
      const token = /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
      this.#expected ??= digest(this.#token);
      // Digests have one length, so nothing about the token's own shows in the time.
      if (sameText(await this.#expected, await digest(token))) return true;
    }
    if (this.#authorize && (await this.#authorize(request))) return true;
    if (header !== null) throw new ProtocolError('unauthorized', 'Authorization: the token is not valid');
    return false;
  }

  /** @throws ProtocolError `unauthorized` for everybody but the owner. */
  async demand(request: Request): Promise<void> {
    if (!(await this.is(request))) {
      throw new ProtocolError('unauthorized', 'Authorization: the admin token is needed');
    }
  }
}
