import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PrometheusMetrics } from '../../../src/proxy/operations/prometheus.ts';
import { ServiceMetrics } from '../../../src/service/operations/metrics.ts';
import { openSqlite } from '../../../src/service/storage/sqlite.ts';
import { dataFolder } from '../cli/running.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Names of metrics in expressions and documents, without the suffixes of histograms. */
function namesIn(text: string): Set<string> {
  const found = text.match(/\b(?:agent_chat_(?:proxy|service)|process|nodejs)_\w+/g) ?? [];
  return new Set(found.map(name => name.replace(/_(?:bucket|sum|count)$/, '')));
}

/** All metrics that proxy and service expose, with every optional one. */
async function exposed(): Promise<Set<string>> {
  const proxy = new PrometheusMetrics({
    running: () => 0,
    waiting: () => 0,
    rate: () => undefined,
    creditsLeft: async () => 1,
  });
  const { database } = openSqlite(dataFolder());
  const service = new ServiceMetrics({
    database,
    pool: () => ({ open: 0, idle: 0, waiting: 0 }),
    running: () => 0,
    isReading: () => false,
  });
  const texts = [(await proxy.expose()).text, (await service.expose()).text];
  await database.destroy();
  return new Set([...texts.join('\n').matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));
}

for (const path of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yml']) {
  test(`each metric in ${path} exists`, async () => {
    const names = namesIn(read(path));
    const known = await exposed();
    assert.ok(names.size > 5);
    for (const name of names) assert.ok(known.has(name), name);
  });
}

test('each panel of the dashboard has a title of its own', () => {
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: { title: string }[] };
  assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
});

test('each metric of proxy and service is documented', async () => {
  const documented = read('docs/operations.md');
  for (const name of await exposed()) {
    const own = /^agent_chat_(?:proxy|service)_(\w+)$/.exec(name)?.[1];
    if (own) assert.ok(documented.includes(`\`${own}\``), name);
  }
});
