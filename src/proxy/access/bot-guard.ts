import type { Context } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import type { BotCheck } from '../options.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { VISITOR_HEADER, type Visitor, type Visitors } from './visitors.ts';

/** On a refusal that a proof would have prevented, so that a client that can get one knows. */
export const BOT_CHECK_HEADER = 'X-Bot-Check';

/** Asks each visitor once for a proof that they are a person, if the host has a check. */
export class BotGuard {
  readonly #check: BotCheck | undefined;
  readonly #visitors: Visitors;
  readonly #fetch: typeof fetch;

  /** @param outgoing `fetch` for the check */
  constructor(check: BotCheck | undefined, visitors: Visitors, outgoing: typeof fetch) {
    this.#check = check;
    this.#visitors = visitors;
    this.#fetch = outgoing;
  }

  /** Passes a visitor who has given the proof, now or earlier. @throws ProtocolError `forbidden` */
  async pass(c: Context<ProxyEnv>, agentId: string, visitor: Visitor): Promise<void> {
    if (!this.#check || visitor.checked) return;
    const token = c.req.header('X-Bot-Token') ?? '';
    // Only `true` passes: the whole response of a captcha service, `{ success: false }`, is truthy.
    if (
      (await this.#check({ token, agentId, remoteAddress: c.get('address'), fetch: this.#fetch })) !== true
    ) {
      c.header(BOT_CHECK_HEADER, 'required');
      throw new ProtocolError('forbidden', 'X-Bot-Token: prove first that you are a person');
    }
    await this.remember(c, visitor);
  }

  /** A proof is valid for one use; the visitor's token remembers it. */
  async remember(c: Context<ProxyEnv>, visitor: Visitor): Promise<void> {
    if (!this.#check || visitor.checked) return;
    c.header(VISITOR_HEADER, await this.#visitors.issue({ ...visitor, checked: true }));
  }
}
