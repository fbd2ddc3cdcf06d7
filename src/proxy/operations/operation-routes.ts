import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { ProtocolError } from '../../protocol/errors.ts';
import { clientAddress } from '../access/client-address.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';

const PROBE_MS = 5000;

/** `GET /healthz`: this process answers. */
export async function health(c: Context<ProxyEnv>): Promise<Response> {
  return c.json({ status: 'ok' });
}

/** Looks at the service that may be had in so many seconds: anybody may ask, and each costs a request there. */
const LOOKS = { count: 5, seconds: 20 };

interface Looks {
  since: number;
  count: number;
  last: Promise<{ service: string; stores: string }>;
}

const looks = new WeakMap<Parts, Looks>();

/** `GET /readyz`: whether messages would get through. 503 with what is missing otherwise. */
export async function readiness(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { service, stores } = await look(parts);
  const ready = service === 'ok' && stores === 'ok';
  return c.json({ status: ready ? 'ok' : 'unavailable', service, stores }, ready ? 200 : 503);
}

/** A fresh look, or the last one where there were many. */
function look(parts: Parts): Looks['last'] {
  const before = looks.get(parts);
  const isNew = !before || Date.now() - before.since >= LOOKS.seconds * 1000;
  if (!isNew && before.count >= LOOKS.count) return before.last;
  const { since, count } = isNew ? { since: Date.now(), count: 0 } : before;
  const last = lookAround(parts);
  looks.set(parts, { since, count: count + 1, last });
  return last;
}

async function lookAround(parts: Parts): Promise<{ service: string; stores: string }> {
  const [service, stores] = await Promise.all([probeService(parts), probeStores(parts)]);
  return { service, stores };
}

/**
 * `GET /metrics`: Prometheus, for the owner and for whoever asks from this very machine. A request that some
 * server in front has passed on is not from this machine.
 */
export async function metrics(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const peer = clientAddress(new Headers(), c.env, 0);
  const passedOn = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'].some(name => c.req.header(name));
  if (passedOn || !isLoopback(peer)) await parts.admin.demand(c.req.raw, c.get('address'));
  const exposed = await parts.metrics.expose();
  if (!exposed) throw new ProtocolError('not_found', 'There is nothing at this address.');
  c.header('Content-Type', exposed.type);
  return c.body(exposed.text);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

async function probeService(parts: Parts): Promise<'ok' | 'unreachable' | 'key refused'> {
  try {
    const response = await parts.upstream.probe(AbortSignal.timeout(PROBE_MS));
    response.body.cancel();
    if (response.status === 401) return 'key refused';
    return response.status >= 500 ? 'unreachable' : 'ok';
  } catch {
    return 'unreachable';
  }
}

async function probeStores(parts: Parts): Promise<'ok' | 'unreachable'> {
  try {
    await parts.checkCluster();
    await parts.stores.settings.read('probe');
    return 'ok';
  } catch {
    return 'unreachable';
  }
}
