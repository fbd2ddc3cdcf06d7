import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/loopback.ts';
import { isOpen } from '../../../scripts/servers.ts';
import { until } from '../until.ts';

const SITE = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');

/** What a test context and a script have in common: both run these functions at their end, the last one first. */
export interface Cleanup {
  after(close: () => unknown): void;
}

export interface NginxOptions {
  /** Ports of the instances that visitors reach. */
  proxies: readonly number[];
  /** Ports of agent services, to be reached by proxies. */
  services?: readonly number[];
  /** Added to each `server` of an `upstream`, such as `max_fails=3`. */
  parameters?: string;
}

export interface Nginx {
  /** For visitors, over TLS with a certificate that the test signs itself. */
  port: number;
  /** For proxies, in front of the services, without TLS. */
  servicePort: number;
  /** Adds these to each `server` of an `upstream` instead, without interrupting anybody. */
  configure(parameters: string): void;
}

/** nginx with the documented configuration, on free ports. */
export async function startNginx(
  t: Cleanup,
  { proxies, services = [], parameters = '' }: NginxOptions,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-nginx-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  signCertificate(key, certificate);
  const [plain, port, servicePort] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  const configure = (given: string): void => {
    const site = withServers(SITE, proxies, given)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl backlog=4096;`)
      .replace(/(?<=ssl_certificate ).*(?=;)/, certificate)
      .replace(/(?<=ssl_certificate_key ).*(?=;)/, key);
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'nginx.pid')};
      error_log ${join(folder, 'error.log')}; worker_processes 1; worker_rlimit_nofile 20000;
      events { worker_connections 10000; }
      http { access_log off; ${temporaryPaths(folder)}
      ${site}
      ${services.length > 0 ? serviceSite(services, servicePort, given) : ''} }`,
    );
  };
  configure(parameters);
  const args = ['-c', file, '-p', folder];
  const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const nginx = spawn('nginx', args, { stdio: 'ignore' });
  const ended = once(nginx, 'exit');
  t.after(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  await until(() => isOpen(port), 'nginx listens');
  return {
    port,
    servicePort,
    configure(given) {
      configure(given);
      nginx.kill('SIGHUP');
    },
  };
}

/** The site with these instances instead of the one it names. */
function withServers(site: string, ports: readonly number[], parameters: string): string {
  return site.replace(/^ *server 127\.0\.0\.1:8787(.*);$/m, (_, documented: string) =>
    ports.map(port => `  server 127.0.0.1:${port} ${parameters || documented};`).join('\n'),
  );
}

/** The same for services: proxies reach them over http, on this machine. */
function serviceSite(ports: readonly number[], listen: number, parameters: string): string {
  const upstream = SITE.slice(SITE.indexOf('upstream '), SITE.indexOf('server {'));
  const location = SITE.slice(SITE.indexOf('  location / {'), SITE.lastIndexOf('}'));
  return `${withServers(upstream, ports, parameters)} server { listen 127.0.0.1:${listen} backlog=4096; ${location} }`.replaceAll(
    'agent_chat',
    'agent_service',
  );
}

function temporaryPaths(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
}

function signCertificate(key: string, certificate: string): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=chat.example', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject], { stdio: 'ignore' });
}
