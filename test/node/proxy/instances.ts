import type { TestContext } from 'node:test';
import { startRedis } from '../../../scripts/servers.ts';
import { type AgentProxy, createProxy, type ProxyOptions } from '../../../src/proxy/index.ts';
import { type FakeUpstream, KEY, startUpstream } from '../../fakes/upstream.ts';

type Redis = Awaited<ReturnType<typeof startRedis>>;

/** Two instances of the proxy on one Redis, in front of one service. */
export async function startInstances(
  t: TestContext,
  options: Partial<ProxyOptions> = {},
  given?: Redis,
): Promise<{ upstream: FakeUpstream; one: AgentProxy; two: AgentProxy }> {
  const redis = given ?? (await startRedis());
  const upstream = await startUpstream();
  const unlimited = async () => ({ rateLimit: null });
  const shared = {
    baseUrl: upstream.url,
    apiKey: KEY,
    redisUrl: redis.url,
    initialSettings: unlimited,
    ...options,
  };
  const one = createProxy(shared);
  const two = createProxy(shared);
  t.after(async () => {
    for (const proxy of [one, two]) await proxy.close({ graceMs: 0 });
    await upstream.close();
    await redis.stop();
  });
  return { upstream, one, two };
}
