import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../scripts/loopback.ts';
import { dataFolder, runNode } from '../cli/running.ts';
import { until } from '../until.ts';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/service.md'), 'utf8');
const API_KEY = 'a-key-of-the-owners-own-making';

test('the documented service in your own code answers from its documents', async t => {
  const [, code] = /^## Run it in your own code\n[\s\S]*?```js\n([\s\S]+?)```/m.exec(page)!;
  const source = (file: string): string => pathToFileURL(join(ROOT, 'src', file)).href;
  const folder = dataFolder();
  mkdirSync(join(folder, 'handbook'), { recursive: true });
  writeFileSync(join(folder, 'handbook/prices.md'), '# Prices\n\nA rose costs four euros.\n');
  const file = join(folder, 'server.mjs');
  writeFileSync(
    file,
    code!
      .replace('agent-chat-server/proxy/node', source('proxy/node.ts'))
      .replace('agent-chat-server/service', source('service/index.ts')),
  );
  const port = await freePort();
  const server = runNode(t, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), AGENT_API_KEY: API_KEY },
  });
  const [, agent] = await server.printed(/^Agent: (\S+)$/m);
  const ask = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/agents/${agent}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: 'What does a rose cost?' }),
    });
    return answer.text();
  };
  // On a busy machine the documents are still being read.
  await until(async () => /four euros/.test(await ask()));
});
