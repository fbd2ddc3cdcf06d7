import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/loopback.ts';
import type { Memory } from '../../test/soak/measured-memory.ts';
import { OTHERS, onCores, SUBJECT } from './cores.ts';

export interface Subject {
  name: string;
  port: number;
  /** Of the process and its children; how much of it is in use, only where the process can tell. */
  memory(): Promise<{ resident: number; rss: number; used?: number }>;
  /** CPU seconds used so far. */
  cpu(): number;
  stop(): Promise<void>;
}

export const BARE = 'bare node:http pipe';
export const OURS = 'agent-chat proxy';

const KEY = 'bench-key-0123456789';
const TICKS = 100;
/** As deploy/ starts the proxy, and bare node is given the same. */
export const NODE_FLAGS = deployedFlags();

/** The agent service all subjects stand before: 20 tokens a second, each with its number and time. */
export function startService(): Promise<Subject> {
  return startNode('service', 'service.ts', {}, OTHERS);
}

/** What passing on costs at the least: a request piped to another and the answer piped back. */
export function startBareNode(service: number): Promise<Subject> {
  return startNode(BARE, 'bare-node.ts', { UPSTREAM: address(service), KEY });
}

export function startOurs(service: number): Promise<Subject> {
  return startNode(OURS, '../../test/soak/measured-proxy.ts', {
    AGENT_BASE_URL: address(service),
    AGENT_API_KEY: KEY,
    KEEP_SECONDS: '1',
  });
}

/** Undefined, with a line that says so, where nginx is not installed. */
export async function startNginx(service: number): Promise<Subject | undefined> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) {
    console.log('| nginx | not installed (apt-get install nginx) |');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-nginx-'));
  const port = await freePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 20000; }
http {
  access_log off; keepalive_requests 1000000; keepalive_timeout 600s;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${address(service)}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Authorization "Bearer ${KEY}"; proxy_buffering off; proxy_read_timeout 300s;
    }
  }
}`,
  );
  const child = spawn(...onCores(SUBJECT, 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder]), {
    stdio: 'ignore',
  });
  await new Promise(resolve => setTimeout(resolve, 500));
  return {
    name: 'nginx, proxy_buffering off',
    port,
    async memory() {
      const rss = familyOf(child.pid ?? 0).reduce((total, pid) => total + rssOf(pid), 0);
      return { resident: rss, rss };
    },
    cpu: () => familyOf(child.pid ?? 0).reduce((total, pid) => total + cpuOf(pid), 0),
    async stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startNode(
  name: string,
  file: string,
  env: Record<string, string>,
  cores = SUBJECT,
): Promise<Subject> {
  const args = ['--expose-gc', ...NODE_FLAGS, join(import.meta.dirname, file)];
  const child = spawn(...onCores(cores, process.execPath, args), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port } = await told<{ port: number }>(child);
  return {
    name,
    port,
    memory() {
      child.send('measure');
      return told<Memory>(child);
    },
    cpu: () => cpuOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGKILL');
    },
  };
}

function deployedFlags(): string[] {
  const file = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8');
  const entry = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(file)?.[1] ?? '[]') as string[];
  return entry.filter(argument => argument.startsWith('--'));
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as T));
    child.once('exit', code => reject(new Error(`a subject ended with ${code}`)));
  });
}

function address(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
