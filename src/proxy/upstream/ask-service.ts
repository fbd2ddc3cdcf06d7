import type { Context } from 'hono';
import { isTree } from '../../protocol/settings.ts';
import type { Admin } from '../access/admin.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import type { Logger } from '../operations/logger.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { readJsonText } from './json-answer.ts';
import { unavailable } from './refusals.ts';
import { sendOnce } from './send.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** What routes need that pass requests of the owner to an extension of our own service. */
export interface ExtensionRoutesOptions {
  agents: ServedAgents;
  admin: Admin;
  upstream: Upstream;
  logger: Logger;
  apiKey: string;
}

/** Longer than the service waits for what it reads. */
const TIMEOUT_MS = 60_000;

/** The agent of a request of the owner. @throws ProtocolError for anybody else, and for an agent that is not served */
export async function ownedAgent(
  c: Context<ProxyEnv>,
  { agents, admin }: Pick<ExtensionRoutesOptions, 'agents' | 'admin'>,
): Promise<string> {
  await admin.require(c.req.raw, c.get('address'));
  return agents.readId(c.req.param('chatbotId')!);
}

/**
 * Sends a request to the service once. @returns the JSON of its answer
 * @throws ProtocolError for a refusal, and if there is no answer within `timeoutMs` milliseconds
 */
export async function askService(
  c: Context<ProxyEnv>,
  { upstream, logger, apiKey }: Pick<ExtensionRoutesOptions, 'upstream' | 'logger' | 'apiKey'>,
  send: (service: Upstream, signal: AbortSignal) => Promise<UpstreamAnswer>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<unknown> {
  const service = upstream.traced(c.get('trace'));
  const answer = await sendOnce(c, logger, timeoutMs, signal => send(service, signal));
  return JSON.parse(await readJsonText(answer.body, apiKey));
}

/** The `data` of an answer. @throws ProtocolError if the service sent something else */
export function dataOf(body: unknown, isExpected: (data: unknown) => boolean = isTree): unknown {
  if (!isTree(body) || !isExpected(body.data)) throw unavailable();
  return body.data;
}
