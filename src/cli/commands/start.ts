import { connectDirectly } from '../../network/outgoing.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Command } from '../command.ts';
import { dropOurGreeting, greetingOf } from '../greeting.ts';
import { addressAt, LOOPBACK, listen } from '../listen.ts';
import { MODEL_VARIABLES, modelOptions } from '../model-options.ts';
import { openOrExplain, storeVariable } from '../open-or-explain.ts';
import { isBuilt, OUR_DOCS } from '../package-root.ts';
import { keepSecrets, printOnce } from '../secrets.ts';
import { openService } from '../service-store.ts';
import { closeProxy, closingAfter, drained, STOP_MS, untilSignal } from '../shutdown.ts';
import {
  agentIds,
  conversationDays,
  databaseAddress,
  databasePool,
  docsPublic,
  documentFolders,
  drainTime,
  ingestMemory,
  portOf,
  privateSites,
  redisAddress,
  servicePortOf,
  trustedProxies,
  UsageError,
  webAddress,
} from '../variables.ts';

/** `agent-chat start`: service, proxy and pages in one process, with nothing to configure. */
export const start: Command = {
  name: 'start',
  summary: 'Runs everything on this machine: agent service, proxy, settings page and demo.',
  details:
    'Secrets that are not set are generated at the first start and kept in DATA_DIR, readable only by you.',
  variables: [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DOCS_DIR',
    'INGEST_MEMORY',
    'PRIVATE_SITES',
    'DOCS_PUBLIC',
    'PUBLIC_URL',
    'AGENT_ID',
    'AGENT_API_KEY',
    'AGENT_IDS',
    'AGENT_CREDITS_PER_MONTH',
    'ADMIN_TOKEN',
    'SESSION_SECRET',
    'SESSION_SECRET_PREVIOUS',
    'IDENTITY_SECRET',
    'IDENTITY_SECRET_PREVIOUS',
    'TRUST_PROXY',
    'SERVICE_PORT',
    'DATABASE_URL',
    'DATABASE_POOL',
    'REDIS_URL',
    ...MODEL_VARIABLES,
    'CONVERSATION_DAYS',
    'DRAIN_SECONDS',
    'HTTPS_PROXY',
    'HTTP_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'LOG_LEVEL',
  ],
  fields: { agentId: 'AGENT_ID', apiKey: 'AGENT_API_KEY' },
  run: ({ variables, print }) =>
    closingAfter(async onClose => {
      const { createLogger } = await import('../logger.ts');
      const { proxyOptions } = await import('../proxy-options.ts');
      const dataDir = variables.DATA_DIR ?? 'data';
      const publicUrl = webAddress(variables, 'PUBLIC_URL');
      const docsDirs = documentFolders(variables);
      const host = variables.HOST ?? LOOPBACK;
      const drainMs = drainTime(variables);
      const isDocsPublic = docsPublic(variables);
      let port = portOf(variables);
      const servicePort = servicePortOf(variables);
      const options = {
        dataDir,
        databaseUrl: databaseAddress(variables),
        databasePool: databasePool(variables),
        redisUrl: redisAddress(variables),
        ...modelOptions(variables),
        ingestMemory: ingestMemory(variables),
        allowPrivateSites: privateSites(variables),
        docsDirs,
        sampleDocsDir: OUR_DOCS,
        onSampleReplaced: async (id: string) => {
          await dropOurGreeting(proxy, id, secrets.ADMIN_TOKEN);
        },
        // Absolute, because the chat may be on another site than the documents.
        docsUrl: publicUrl && `${publicUrl.replace(/\/+$/, '')}/docs/`,
        conversationDays: conversationDays(variables),
        logger: createLogger(variables),
      };
      // Checked before anything is created or a token is printed.
      proxyOptions(variables);
      const { secrets, made, file } = keepSecrets(dataDir, variables);
      const printToken = printOnce(() => {
        if (variables.ADMIN_TOKEN) return print('The admin token is that of ADMIN_TOKEN.');
        if (!made.includes('ADMIN_TOKEN')) return print(`The admin token is in ${file}.`);
        print(`Admin token: ${secrets.ADMIN_TOKEN} (shown only once, kept in ${file})`);
      });
      const service = await openService(options, variables);
      onClose(() => service.close({ graceMs: 1000 }));
      const { AGENT_ID: agentId } = variables;
      const firstRun = service
        .firstRun({
          agentId,
          apiKey: secrets.AGENT_API_KEY,
          // A key that `agent-chat service` made for the same data may be in use.
          keepEarlierKey: made.includes('AGENT_API_KEY'),
          settings: greetingOf(docsDirs),
        })
        .catch((error: unknown) => {
          throw variables.AGENT_API_KEY ? error : unlessRevoked(error, file);
        });
      const first = await openOrExplain(firstRun, 'DOCS_DIR');
      const serviceListener = await listen(service.fetch.bind(service), {
        port: servicePort,
        host: LOOPBACK,
        portNamedBy: 'SERVICE_PORT or --service-port',
      });

      onClose(() => serviceListener.close(0));
      connectDirectly(`${LOOPBACK}:${serviceListener.port}`);

      const { createProxy } = await import('../../proxy/index.ts');
      const proxy = createProxy({
        ...proxyOptions({ ...variables, ...secrets }),
        baseUrl: `http://${LOOPBACK}:${serviceListener.port}`,
        apiKey: secrets.AGENT_API_KEY,
        dataDir,
        // Port 0 becomes a real one when the listener is bound.
        ownOrigins: () => ownOrigins(port, host, publicUrl),
        // Throws `not_found`, so that a wrong agent id is a 404.
        initialSettings: agentId => service.management.settings(agentId),
      });
      onClose(() => proxy.close({ graceMs: 0 }));
      await openOrExplain(proxy.ready(), storeVariable(variables));
      if (!first.answersFromSample) await dropOurGreeting(proxy, first.agentId, secrets.ADMIN_TOKEN);
      const { createPages } = await import('../pages/pages.ts');
      const { acceptsHtml, missingPage } = await import('../pages/documents.ts');
      const { isScript } = await import('../pages/scripts.ts');
      const { docsAccess } = await import('../pages/docs-access.ts');
      const pages = createPages({
        agentId: first.agentId,
        docsDirs,
        refuseDocs: docsAccess({
          proxy,
          agentId: first.agentId,
          adminToken: secrets.ADMIN_TOKEN,
          isPublic: isDocsPublic,
          trustProxy: trustedProxies(variables) ?? 0,
        }),
      });
      const listener = await listen(
        async (request, info) => {
          if (isPage(request) || isScript(request)) return pages.fetch(request, info);
          const answer = await proxy(request, info);
          // A mistyped address in a browser gets a page; the interface answers with JSON.
          const isLost = answer.status === 404 && !INTERFACE.test(new URL(request.url).pathname);
          return isLost && acceptsHtml(request) ? missingPage(answer) : answer;
        },
        { port, host },
      );
      port = listener.port;

      onClose(() => closeProxy(listener, proxy));
      const signal = untilSignal(drainMs + STOP_MS);
      print(`agent-chat is at ${publicUrl ?? addressAt(variables.HOST, port)}`);
      if (host === LOOPBACK) print('Only this machine can reach it. HOST=0.0.0.0 opens it to others.');
      print(`Agent: ${first.agentId}`);
      if (!(agentIds(variables)?.includes(first.agentId) ?? true))
        print(`AGENT_IDS does not name ${first.agentId}: its chat is not found.`);
      await printToken();
      if (!isBuilt()) print('The pages have no chat yet. Run npm run build.');
      await drained(signal, drainMs, proxy, listener);
    }),
};

/** The stored key may have been revoked, or replaced by a start with another key. */
function unlessRevoked(error: unknown, file: string): unknown {
  if (!(error instanceof ProtocolError && /^apiKey: was revoked/.test(error.message))) return error;
  return new UsageError(
    `AGENT_API_KEY in ${file} was revoked or replaced. Remove it from the file, and the next start generates a new one.`,
  );
}

const INTERFACE = /^\/(?:api|v2)\//;
const PAGES = /^\/(?:$|demo(?:\/|$)|docs(?:\/|$))/;

function isPage(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && PAGES.test(new URL(request.url).pathname);
}

/** The origins of the settings page and the demo, which work whatever `allowedDomains` says. */
function ownOrigins(port: number, host: string | undefined, publicUrl: string | undefined): string[] {
  const hosts = ['localhost', LOOPBACK, '::1', host];
  const local = hosts.map(each => addressAt(each, port));
  return publicUrl ? [...local, new URL(publicUrl).origin] : local;
}
