import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { peerAddress } from '../request-info.ts';

/** `GET /healthz`: this process answers. */
export async function health(c: Context<ProxyEnv>): Promise<Response> {
  return c.json({ status: 'ok' });
}

/** `GET /readyz`: whether messages would get through. 503 with what is missing otherwise. */
export async function readiness(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { service, stores } = await parts.readiness.check();
  const ready = service === 'ok' && stores === 'ok';
  return c.json({ status: ready ? 'ok' : 'unavailable', service, stores }, ready ? 200 : 503);
}

/**
 * `GET /metrics`: Prometheus, for the owner and for whoever asks from this very machine. A request that some
 * server in front has passed on is not from this machine, nor is that of a page of another site in a browser here: be
 * it that it names its site, or that it has made the site's own name lead to this machine (DNS rebinding).
 */
export async function metrics(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const others = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via', 'Origin'];
  const local = isLoopback(peerAddress(c.env)) && isNameHere(new URL(c.req.url).hostname);
  if (!local || others.some(name => c.req.header(name)))
    await parts.admin.demand(c.req.raw, c.get('address'));
  const exposed = await parts.metrics.expose();
  if (!exposed) throw new ProtocolError('not_found', 'There is nothing at this address.');
  c.header('Content-Type', exposed.type);
  return c.body(exposed.text);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** An address, or a name that nobody can register: one of a single label, `localhost` among them. */
function isNameHere(host: string): boolean {
  return !host.includes('.') || ipaddr.isValid(host) || host.endsWith('.localhost');
}
