import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RedisServer {
  url: string;
  stop(): Promise<void>;
}

const BINARY = ['redis-server', 'valkey-server'].find(
  name => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Why tests that need Redis are skipped here; false when they can run. */
export const WITHOUT_REDIS: string | false = BINARY
  ? false
  : 'no redis-server or valkey-server on this machine (apt-get install redis-server)';

/** A Redis of its own on a free port, without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn(BINARY ?? '', [...args, '--bind', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (/Ready to accept connections/.test(String(chunk))) resolve();
    });
    child.once('exit', code => reject(new Error(`redis ended with ${code}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
