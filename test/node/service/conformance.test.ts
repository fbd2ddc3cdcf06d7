import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listen } from '../../../src/cli/listen.ts';
import { OpenApiCheck } from '../../conformance/openapi-check.ts';
import { CHECKS } from '../../conformance/suite.ts';
import { Target } from '../../conformance/target.ts';
import { type Harness, KEY, startService } from './harness.ts';

describe('the service on a real socket conforms to the interface', () => {
  let harness: Harness;
  let target: Target;
  let openapi: OpenApiCheck;
  let close: () => Promise<void>;

  before(async () => {
    harness = await startService({
      documents: { 'a.md': '# Something\n\nTell me something, said the one. There is something.\n' },
    });
    const { management } = harness.service;
    const other = await management.createWorkspace({ name: 'other' });
    const foreign = await management.createAgent({ workspaceId: other.id });
    const listener = await listen((request, info) => harness.service.fetch(request, info), {
      port: 0,
      host: '127.0.0.1',
    });
    close = () => listener.close(0);
    const url = `http://127.0.0.1:${listener.port}`;
    openapi = new OpenApiCheck(await (await fetch(`${url}/openapi.json`)).json());
    target = new Target({ url, key: KEY, agentId: harness.agentId, foreignAgentId: foreign.id }, openapi);
  });
  after(async () => {
    await close();
    await harness.end();
  });

  for (const check of CHECKS) test(`${check.section} ${check.promise}`, () => check.run(target));

  test('every answer was validated against the OpenAPI description', () => {
    assert.ok(openapi.checked > 80, `${openapi.checked} answers`);
  });
});
