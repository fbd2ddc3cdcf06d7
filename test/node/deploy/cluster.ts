import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../scripts/loopback.ts';
import { type PostgresServer, startPostgres, startRedis, type TestServer } from '../../../scripts/servers.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { type Running, runCommand } from '../cli/running.ts';
import { until } from '../until.ts';
import { type Cleanup, type Nginx, startNginx } from './nginx.ts';

export const KEY = 'ac_key-of-the-cluster-0123456789';
export const ADMIN = 'admin-token-of-the-cluster';
const SESSION_SECRET = 'session-secret-of-the-cluster';

export type Kind = 'proxy' | 'service';

/** One process of the cluster. It keeps its port over a restart. */
export class Instance {
  readonly kind: Kind;
  readonly port: number;
  readonly url: string;
  #running: Running | undefined;
  /** What it printed before it was started again. */
  #before = '';
  readonly #run: () => Running;

  constructor(kind: Kind, port: number, run: () => Running) {
    this.kind = kind;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#run = run;
  }

  get process(): ChildProcess {
    return this.#running!.child;
  }

  /** All that it has printed. */
  get output(): string {
    return this.#before + (this.#running?.output() ?? '');
  }

  async start(): Promise<void> {
    this.#before = this.output;
    this.#running = this.#run();
    await this.#running.printed(/ is at http/);
  }

  /** What `/readyz` answers. */
  async readiness(): Promise<{ status: number; report: Record<string, unknown> }> {
    const response = await fetch(`${this.url}/readyz`);
    return { status: response.status, report: (await response.json()) as Record<string, unknown> };
  }

  async ready(): Promise<void> {
    await until(async () => (await this.readiness()).status === 200, `${this.kind} ${this.port} is ready`);
  }

  /** SIGTERM, as a supervisor sends it. @returns the exit code */
  async stop(): Promise<number | null> {
    this.process.kill('SIGTERM');
    return await this.#running!.ended;
  }

  /** As when the machine takes its memory back. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#running!.ended;
  }

  /** Stops it, and starts it again as soon as it has ended. @returns the exit code of the first */
  async restart(): Promise<number | null> {
    const code = await this.stop();
    await this.start();
    await this.ready();
    return code;
  }
}

export interface ClusterOptions {
  /** Added to each `server` of nginx, such as `max_fails=3`. */
  parameters?: string;
  /** Further variables of all instances. */
  env?: Record<string, string>;
}

export interface Cluster {
  agentId: string;
  nginx: Nginx;
  proxies: Instance[];
  services: Instance[];
  model: Awaited<ReturnType<typeof openAiServer>>;
  postgres: PostgresServer;
  redis: TestServer & { port: number };
  /** Runs a statement on the database. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** Two proxies and two services behind nginx, with one PostgreSQL and one Redis. Everything ends with the test. */
export async function startCluster(
  t: Cleanup,
  { parameters = '', env = {} }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-cluster-run-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const redisPort = await freePort();
  const [postgres, redis, model] = await Promise.all([
    startPostgres(),
    startRedis(redisPort),
    openAiServer({ models: ['test-model'] }),
  ]);
  t.after(() => model.close());
  // A test may replace the server that it restarts.
  const shared = { ...redis, port: redisPort };
  t.after(() => shared.stop());
  t.after(() => postgres.stop());
  const database = new pg.Pool({ connectionString: postgres.url, max: 1 });
  database.on('error', () => {});
  t.after(() => database.end());

  const ports = async (): Promise<number[]> => await Promise.all([freePort(), freePort()]);
  const [proxyPorts, servicePorts] = [await ports(), await ports()];
  const nginx = await startNginx(t, { proxies: proxyPorts, services: servicePorts, parameters });
  const agentId = crypto.randomUUID();
  const common = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    AGENT_API_KEY: KEY,
    DRAIN_SECONDS: '5',
    ...env,
  };
  const serviceEnv = {
    ...common,
    AGENT_ID: agentId,
    DATA_DIR: folder,
    OPENAI_BASE_URL: model.url,
    TRUST_PROXY: '1',
  };
  const proxyEnv = {
    ...common,
    AGENT_BASE_URL: `http://127.0.0.1:${nginx.servicePort}`,
    AGENT_IDS: agentId,
    ADMIN_TOKEN: ADMIN,
    SESSION_SECRET,
    HOST: '127.0.0.1',
    // nginx, and the address that each visitor of a test writes itself, as another server in front would.
    TRUST_PROXY: '2',
  };
  const instances = (kind: Kind, given: Record<string, string>, on: readonly number[]): Instance[] =>
    on.map(port => new Instance(kind, port, () => runCommand(t, [kind], { ...given, PORT: String(port) })));
  const services = instances('service', serviceEnv, servicePorts);
  const proxies = instances('proxy', proxyEnv, proxyPorts);
  for (const group of [services, proxies]) {
    await Promise.all(group.map(instance => instance.start()));
    await Promise.all(group.map(instance => instance.ready()));
  }
  return {
    ...{ agentId, nginx, proxies, services, model, postgres },
    redis: shared,
    query: async (text, values) => (await database.query(text, values)).rows,
  };
}

/** A `Cleanup` for a script. */
export function scriptCleanup(): Cleanup & { run(): Promise<void> } {
  const closers: (() => unknown)[] = [];
  return {
    after: close => void closers.push(close),
    async run() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
