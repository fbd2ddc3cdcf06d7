import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/proxy/config.ts';
import { openProxy } from '../../src/proxy/open-proxy.ts';
import { DEFAULT_LIMITS, type ProxyLimits } from '../../src/proxy/options.ts';
import { documentedRows } from './documented-rows.ts';
import { table } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const OPTIONS = join(ROOT, 'src/proxy/options.ts');
const number = new Intl.NumberFormat('en');

/** Method and path of every route that the proxy answers, in the order in which they are registered. */
const ROUTES = await registeredRoutes();

/** The routes of the proxy, each with the comment above its handler. */
export function proxyRoutes(): string {
  const comments = routeComments();
  return table(
    ['route', 'for', 'what it does'],
    ROUTES.map(route => {
      const [, readers, text] = /^For ([^:]+): (.+)$/.exec(comments.get(route) ?? '') ?? [];
      if (!readers || !text) throw new Error(`${route} needs a comment "For visitors: …" above its handler`);
      return [`\`${route}\``, readers, sentence(text)];
    }),
  );
}

/** The options of `createProxy()`, each with its variable. */
export function proxyOptions(): string {
  return table(
    ['option', 'variable', 'meaning'],
    documentedRows(OPTIONS, 'export interface ProxyOptions').map(({ name, text }) => {
      const [, variable, meaning] = /^`([A-Z_]+)`: (.+)$/.exec(text) ?? [];
      return [`\`${name}\``, variable ? `\`${variable}\`` : '', sentence(meaning ?? text)];
    }),
  );
}

/** The bounds of the proxy, each with its default. */
export function proxyLimits(): string {
  return table(
    ['limit', 'default', 'what it bounds'],
    documentedRows(OPTIONS, 'export interface ProxyLimits').map(({ name, text }) => [
      `\`${name}\``,
      number.format(DEFAULT_LIMITS[name as keyof ProxyLimits]),
      text,
    ]),
  );
}

async function registeredRoutes(): Promise<string[]> {
  const options = { baseUrl: 'http://localhost', apiKey: 'only-to-read-the-routes' };
  const { app, close } = await openProxy(readConfig(options));
  await close(0);
  const routes = app.routes.filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS');
  return routes.map(({ method, path }) => `${method} ${braced(path)}`);
}

/** The comments above `app.get(…)` and the like, by method and path. */
function routeComments(): Map<string, string> {
  const comments = new Map<string, string>();
  for (const path of globSync('src/proxy/**/*-routes.ts', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const constants = new Map(
      Array.from(source.matchAll(/^const ([A-Z]+) = '(\/[^']+)';$/gm), ([, name, text]) => [name!, text!]),
    );
    const handler = /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*^ {2}app\.(get|post|delete)\(([^,]+),/gm;
    for (const [, comment, method, argument] of source.matchAll(handler)) {
      const written = argument!.replace(
        /\$\{([A-Z]+)\}|^[A-Z]+$/g,
        (all, name) => constants.get(name ?? all)!,
      );
      const route = `${method!.toUpperCase()} ${braced(written.replaceAll(/['`]/g, ''))}`;
      comments.set(route, comment!.replace(/\s*\n\s*\* ?/g, ' ').trim());
    }
  }
  return comments;
}

function braced(path: string): string {
  return path.replace(':key', ':idempotencyKey').replaceAll(/:(\w+)/g, '{$1}');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
