import { Hono } from 'hono';
import { invalidField } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import { publicSettings } from '../../protocol/settings.ts';
import {
  parseSettingsPatch,
  readSettingsUpdate,
  SETTINGS_FIELDS_MAX,
} from '../../protocol/settings-patch.ts';
import type { Admin } from '../access/admin.ts';
import type { AgentAccess } from '../access/agent-access.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import { digest } from '../access/signing.ts';
import type { Logger } from '../operations/logger.ts';
import type { ProxyLimits } from '../options.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { sendOnce } from '../upstream/send.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { AgentSettings } from './agent-settings.ts';

export interface SettingsRoutesOptions {
  agents: ServedAgents;
  admin: Admin;
  access: AgentAccess;
  settings: AgentSettings;
  upstream: Upstream;
  limits: ProxyLimits;
  logger: Logger;
}

const SERVICE_TIMEOUT_MS = 30_000;

export function settingsRoutes(options: SettingsRoutesOptions): Hono<ProxyEnv> {
  const { agents, admin, access, settings, upstream, limits, logger } = options;
  const app = new Hono<ProxyEnv>();

  /** For visitors: the public settings, with an ETag. */
  app.get('/api/v2/agents/:agentId/settings', async c => {
    const agent = await access.authorize(c);
    const body = JSON.stringify({ data: publicSettings(agent.settings) });
    const etag = `"${(await digest(body)).slice(0, 22)}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'no-cache');
    if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    c.header('Content-Type', 'application/json');
    return c.body(body);
  });

  /** For the owner: all settings, their version and when they were changed. */
  app.get('/v2/chatbots/:chatbotId/settings', async c => {
    await admin.require(c.req.raw, c.get('address'));
    const data = await settings.current(agents.readId(c.req.param('chatbotId')));
    const etag = versionTag(data.version);
    c.header('ETag', etag);
    if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    return c.json({ data });
  });

  /** For the owner: the latest 100 versions, newest first, with the time and, if it is known, the author. */
  app.get('/v2/chatbots/:chatbotId/settings/history', async c => {
    await admin.require(c.req.raw, c.get('address'));
    return c.json({ data: await settings.history(agents.readId(c.req.param('chatbotId'))) });
  });

  /**
   * For the owner: changes settings (interface, section 4.4): validated here, accepted by the service, then stored. `If-Match` with
   * the version that was edited keeps two admins from overwriting each other. `X-Admin-Name` (percent-encoded, its first
   * 100 characters) is the author in the history.
   */
  app.post('/v2/chatbots/settings', async c => {
    const { name } = await admin.require(c.req.raw, c.get('address'));
    const body = await readJson(c.req.raw, limits.adminBodyBytes, undefined, SETTINGS_FIELDS_MAX);
    const { chatbotId, fields } = readSettingsUpdate(body);
    const agentId = agents.readId(chatbotId);
    const patch = parseSettingsPatch(fields);
    const expected = readVersion(c.req.header('If-Match'));
    const { version } = await settings.change(agentId, patch, expected, name, async sent => {
      const response = await sendOnce(c, logger, SERVICE_TIMEOUT_MS, signal =>
        upstream.traced(c.get('trace')).updateSettings(agentId, sent, signal),
      );
      response.body.cancel();
    });
    c.header('ETag', versionTag(version));
    return c.json({ message: 'Settings accepted', version }, 202);
  });

  return app;
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
