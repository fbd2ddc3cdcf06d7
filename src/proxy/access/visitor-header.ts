import type { Context } from 'hono';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { Visitor } from './visitor.ts';

export const VISITOR_HEADER = 'X-Visitor-Token';

export interface KnownVisitor {
  visitor: Visitor;
  /** A token the answer must carry: the visitor is new, or his token has aged. */
  newToken: string | undefined;
}

/** Who is asking. Somebody without a token becomes a new visitor. @throws ProtocolError `unauthorized` */
export async function readVisitor(c: Context<ProxyEnv>, { visitors }: Parts): Promise<KnownVisitor> {
  const token = c.req.header(VISITOR_HEADER);
  const newcomer = token === undefined ? visitors.create() : await visitors.meet(token);
  if (newcomer) return { visitor: newcomer, newToken: await visitors.issue(newcomer) };
  const visitor = await visitors.read(token!);
  if (!visitors.isAging(visitor)) return { visitor, newToken: undefined };
  return { visitor, newToken: await visitors.issue(visitors.renew(visitor)) };
}
