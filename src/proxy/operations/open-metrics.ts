import { isNode } from '../is-node.ts';
import type { Gauges, Metrics } from './metrics.ts';

/** Counts where there is a Node underneath; other runtimes have numbers of their own. */
export async function openMetrics(gauges: Gauges): Promise<Metrics> {
  if (!isNode()) return countNothing;
  const { PrometheusMetrics } = await import('./prometheus.ts');
  return new PrometheusMetrics(gauges);
}

const countNothing: Metrics = {
  request() {},
  refused() {},
  firstToken() {},
  tokens() {},
  replyOpened() {},
  replyClosed() {},
  retried() {},
  upstreamRefused() {},
  credits() {},
  expose: async () => undefined,
};
