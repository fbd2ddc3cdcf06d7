import type { Context } from 'hono';
import * as v from 'valibot';
import { readClaims } from '../../protocol/chat-request.ts';
import { USER_ID_MAX } from '../../protocol/limits.ts';
import { identifier, noArray, parse } from '../../protocol/validation.ts';
import { readVisitor, VISITOR_HEADER } from '../access/visitor-header.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';

const sessionSchema = noArray(
  v.object(
    {
      userId: v.optional(identifier(USER_ID_MAX)),
      userHash: v.optional(v.string('must be a string')),
    },
    'must be an object',
  ),
);

/**
 * `POST /api/v2/session`: makes a visitor token ahead, or one for a user the site vouches for. A visitor who
 * brings his token stays who he is, so a sign-in keeps his conversation.
 */
export async function createSession(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { visitors, identity, config } = parts;
  const visitor = visitors.renew((await readVisitor(c, parts)).visitor);
  const body = await readJson(c.req.raw, config.limits.bodyBytes);
  const claims = readClaims(body);
  if (claims.userId !== undefined) await identity.verify(claims.userId, claims.userHash);
  const { userId } = parse(sessionSchema, body);
  if (userId !== undefined) visitor.userId = userId;
  const issued = await visitors.issue(visitor);
  c.header(VISITOR_HEADER, issued);
  return c.json({ data: { token: issued, expiresAt: visitor.expiresAt } });
}
