import {
  type ChildProcess,
  type ExecFileSyncOptions,
  execFileSync,
  spawn,
  spawnSync,
} from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall } from './apt.ts';
import { freePort } from './loopback.ts';

/** A real server for one test, on a free port and in a temporary folder. */
export interface TestServer {
  url: string;
  /** The server's process id, if the test started it. */
  pid?: number | undefined;
  stop(): Promise<void>;
}

/** A PostgreSQL server that can be away for a while. */
export interface PostgresServer extends TestServer {
  /** Ends it and keeps its data. */
  halt(): Promise<void>;
  resume(): Promise<void>;
}

/** Why tests that need PostgreSQL are skipped; false if they are not. Installs it if that is allowed. */
export function withoutPostgres(): string | false {
  if (findPostgres() || process.env.DATABASE_URL || (aptInstall('postgresql') && findPostgres()))
    return false;
  return 'no PostgreSQL here: install it, or set DATABASE_URL';
}

/** As above, for Redis and `REDIS_URL`. */
export function withoutRedis(): string | false {
  if (
    onPath('redis-server') ||
    process.env.REDIS_URL ||
    (aptInstall('redis-server') && onPath('redis-server'))
  ) {
    return false;
  }
  return 'no Redis here: install it, or set REDIS_URL';
}

/** As above, for nginx with a certificate. */
export function withoutNginx(): string | false {
  const found = (): boolean => onPath('nginx') !== undefined && onPath('openssl') !== undefined;
  if (found() || (aptInstall('nginx', 'openssl') && found())) return false;
  return 'no nginx and openssl here: install them';
}

/** Variable with the folder of an empty PostgreSQL cluster to copy; `initdb` takes ten times as long. */
const EMPTY_CLUSTER = 'TEST_POSTGRES_CLUSTER';

/**
 * Makes an empty cluster for all the servers that this process and its children start. Returns a function that removes
 * it.
 */
export function prepareCluster(): () => void {
  const bin = findPostgres();
  if (!bin) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-cluster-'));
  const data = join(folder, 'data');
  initCluster(bin, data, { ...ownerFor(folder), stdio: 'ignore', cwd: folder });
  process.env[EMPTY_CLUSTER] = data;
  return () => {
    delete process.env[EMPTY_CLUSTER];
    rmSync(folder, { recursive: true, force: true });
  };
}

function initCluster(bin: string, data: string, options: ExecFileSyncOptions): void {
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-N', '--no-instructions', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
}

/**
 * Starts a PostgreSQL server, or returns the one at `DATABASE_URL` if none is installed. Unless it is `durable`, it
 * does not write through to the disk.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const bin = findPostgres();
  if (!bin) {
    const fixed = async (): Promise<void> => {
      throw new Error('This PostgreSQL was not started here.');
    };
    return { ...given('DATABASE_URL'), halt: fixed, resume: fixed };
  }
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-postgres-'));
  const data = join(folder, 'data');
  const owner = ownerFor(folder);
  const options = { ...owner, stdio: 'ignore' as const, cwd: folder };
  const empty = process.env[EMPTY_CLUSTER];
  if (empty) execFileSync('cp', ['-Rp', empty, data], options);
  else initCluster(bin, data, options);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: durable ? 'on' : 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = (): ChildProcess =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], options);
  let server = launch();
  const asked = ['-q', '-h', '127.0.0.1', '-p', String(port)];
  const answers = (): boolean => spawnSync(join(bin, 'pg_isready'), asked).status === 0;
  await started('PostgreSQL', answers);
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    async stop() {
      // SIGINT disconnects clients instead of waiting for them.
      await ended(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
    halt: () => ended(server, 'SIGINT'),
    async resume() {
      server = launch();
      await started('PostgreSQL', answers);
    },
  };
}

/** Starts a Redis server, or returns the one at `REDIS_URL` if none is installed. */
export async function startRedis(wantedPort?: number): Promise<TestServer> {
  const command = onPath('redis-server');
  if (!command) return given('REDIS_URL');
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-redis-'));
  const port = wantedPort ?? (await freePort());
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn(command, flags, { stdio: 'ignore' });
  await started('Redis', () => isOpen(port));
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid,
    async stop() {
      await ended(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends a process with a signal; does nothing if it has ended. */
export async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}

function given(variable: string): TestServer {
  const url = process.env[variable];
  if (!url) throw new Error(`There is no server to start; set ${variable}.`);
  return { url, stop: async () => {} };
}

function findPostgres(): string | undefined {
  const versioned = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const homebrew = ['/opt/homebrew/bin', '/usr/local/bin'];
  const path = (process.env.PATH ?? '').split(':');
  return [...versioned, ...homebrew, ...path].find(
    dir => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')),
  );
}

function onPath(command: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(':')
    .map(dir => join(dir, command))
    .find(existsSync);
}

/** PostgreSQL refuses to run as root, so root runs it as the user of its package. */
function ownerFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

const PATIENCE_MS = 30_000;

/** Resolves once the server answers. */
async function started(name: string, answers: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await answers())) {
    if (Date.now() > end) throw new Error(`${name} did not start.`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Whether something listens on a port of this machine. */
export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
