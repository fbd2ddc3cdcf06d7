/** A proxy on a free port that tells its parent its port, and its memory after a collection when asked. */
import { listen } from '../../src/cli/listen.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { tellMemory } from './measured-memory.ts';

const proxy = createProxy({
  baseUrl: process.env.AGENT_BASE_URL ?? '',
  apiKey: process.env.AGENT_API_KEY ?? '',
  initialSettings: async () => ({ rateLimit: null }),
  logger: { info() {}, warn() {}, error: (fields, text) => console.error(text, fields) },
  limits: { keepSeconds: Number(process.env.KEEP_SECONDS ?? 120) },
});
const { port } = await listen(proxy, { port: 0, host: '127.0.0.1' });
tellMemory();
process.send?.({ port });
