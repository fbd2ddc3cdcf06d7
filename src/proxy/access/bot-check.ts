import type { Context } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { Visitor } from './visitor.ts';
import { VISITOR_HEADER } from './visitor-header.ts';

/** On a refusal that a proof would have spared, so that whoever can get one knows. */
export const BOT_CHECK_HEADER = 'X-Bot-Check';

/**
 * Lets through who has shown that he is a person, now or earlier; where nobody asks for that, everybody.
 * @throws ProtocolError `forbidden`
 */
export async function passBotCheck(
  c: Context<ProxyEnv>,
  { config, visitors }: Parts,
  agentId: string,
  visitor: Visitor,
): Promise<void> {
  if (!config.botCheck || visitor.checked) return;
  const token = c.req.header('X-Bot-Token') ?? '';
  // Nothing else passes: a captcha's whole answer, `{ success: false }`, would.
  if ((await config.botCheck({ token, agentId, remoteAddress: c.get('address') })) !== true) {
    c.header(BOT_CHECK_HEADER, 'required');
    throw new ProtocolError('forbidden', 'X-Bot-Token: prove first that you are a person');
  }
  // The proof is good for one use; the visitor's token remembers it.
  c.header(VISITOR_HEADER, await visitors.issue({ ...visitor, checked: true }));
}
