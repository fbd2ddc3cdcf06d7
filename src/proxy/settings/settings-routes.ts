import type { Context } from 'hono';
import { invalidField } from '../../protocol/errors.ts';
import { publicSettings } from '../../protocol/settings.ts';
import { parseSettingsPatch, readSettingsUpdate } from '../../protocol/settings-patch.ts';
import { authorizeAgent } from '../access/agent-access.ts';
import { digest } from '../access/crypto.ts';
import { readAgentId } from '../http/agent-id.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { sendOnce } from '../upstream/send-once.ts';

const SERVICE_TIMEOUT_MS = 30_000;

/** `GET /api/v2/agents/{agentId}/settings`: what the widget needs, revalidated with an ETag. */
export async function readPublicSettings(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { settings } = await authorizeAgent(c, parts);
  const body = JSON.stringify({ data: publicSettings(settings) });
  const etag = `"${(await digest(body)).slice(0, 22)}"`;
  c.header('ETag', etag);
  c.header('Cache-Control', 'no-cache');
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
  c.header('Content-Type', 'application/json');
  return c.body(body);
}

/** `GET /v2/chatbots/{chatbotId}/settings`: everything, for the owner. */
export async function readAllSettings(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  await parts.admin.demand(c.req.raw, c.get('address'));
  const data = await parts.settings.current(readAgentId(c.req.param('chatbotId')));
  const etag = versionTag(data.version);
  c.header('ETag', etag);
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
  return c.json({ data });
}

/** `GET /v2/chatbots/{chatbotId}/settings/history`: earlier versions, newest first. */
export async function readSettingsHistory(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  await parts.admin.demand(c.req.raw, c.get('address'));
  return c.json({ data: await parts.settings.history(readAgentId(c.req.param('chatbotId'))) });
}

/**
 * `POST /v2/chatbots/settings`, section 4.4: checked here, accepted by the service, then kept. `If-Match` with
 * the version a change was made on keeps two admins from overwriting each other.
 */
export async function updateSettings(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { name } = await parts.admin.demand(c.req.raw, c.get('address'));
  const body = await readJson(c.req.raw, parts.config.limits.adminBodyBytes);
  const { chatbotId, fields } = readSettingsUpdate(body);
  const agentId = readAgentId(chatbotId);
  const patch = parseSettingsPatch(fields);
  const expected = readVersion(c.req.header('If-Match'));
  const { version } = await parts.settings.change(agentId, patch, expected, name, async told => {
    const response = await sendOnce(c, parts, SERVICE_TIMEOUT_MS, signal =>
      parts.upstream.updateSettings(agentId, told, signal),
    );
    response.body.cancel();
  });
  c.header('ETag', versionTag(version));
  return c.json({ message: 'Settings accepted', version }, 202);
}

function versionTag(version: number): string {
  return `"v${version}"`;
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some(entry => [etag, `W/${etag}`, '*'].includes(entry.trim()));
}

function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^(?:W\/)?"?v?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (version === undefined)
    throw invalidField('If-Match', 'must be the ETag of a version, for instance "v3"');
  return Number(version);
}
