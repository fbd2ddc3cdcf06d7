import type { Command } from '../command.ts';
import { addressAt, LOOPBACK, listen } from '../listen.ts';
import { MODEL_VARIABLES, modelOptions } from '../model-options.ts';
import { openOrExplain } from '../open-or-explain.ts';
import { printOnce } from '../secrets.ts';
import { openService, STORE_VARIABLES, storeOptions } from '../service-store.ts';
import { closingAfter, drained, GRACE_MS, STOP_MS, untilSignal } from '../shutdown.ts';
import {
  conversationDays,
  databasePool,
  documentFolders,
  drainTime,
  ingestMemory,
  portOf,
  privateSites,
  redisAddress,
  trustedProxies,
} from '../variables.ts';

/** `agent-chat service`: the agent service alone, for any client of the interface. */
export const service: Command = {
  name: 'service',
  summary: 'Runs only the agent service: the whole interface, for any client with a key.',
  details: `Listens on ${LOOPBACK} unless HOST is set. The first start creates a workspace, an agent and a key.`,
  variables: [
    'PORT',
    'HOST',
    ...STORE_VARIABLES,
    'DATABASE_POOL',
    'REDIS_URL',
    'DOCS_DIR',
    'INGEST_MEMORY',
    'PRIVATE_SITES',
    'AGENT_ID',
    'AGENT_API_KEY',
    'TRUST_PROXY',
    ...MODEL_VARIABLES,
    'CONVERSATION_DAYS',
    'DRAIN_SECONDS',
    'HTTPS_PROXY',
    'HTTP_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'LOG_LEVEL',
  ],
  flags: { plan: 'Plan of the first workspace: plus or enterprise (the current one; enterprise at first).' },
  fields: { agentId: 'AGENT_ID', apiKey: 'AGENT_API_KEY', plan: '--plan' },
  run: ({ variables, flags, print }) =>
    closingAfter(async onClose => {
      const { createLogger } = await import('../logger.ts');
      const port = portOf(variables);
      const drainMs = drainTime(variables);
      const options = {
        ...storeOptions(variables),
        databasePool: databasePool(variables),
        redisUrl: redisAddress(variables),
        docsDirs: documentFolders(variables),
        trustProxy: trustedProxies(variables),
        ...modelOptions(variables),
        ingestMemory: ingestMemory(variables),
        allowPrivateSites: privateSites(variables),
        conversationDays: conversationDays(variables),
        logger: createLogger(variables),
      };
      const agentService = await openService(options, variables);
      onClose(() => agentService.close({ graceMs: 0 }));
      // Bound before the key is made: a start that fails on its port makes none.
      const host = variables.HOST ?? LOOPBACK;
      const listener = await listen((request, info) => agentService.fetch(request, info), {
        port,
        host,
      });
      onClose(async () => {
        const closed = listener.close(GRACE_MS + 3000);
        await agentService.close({ graceMs: GRACE_MS });
        await closed;
      });
      const { AGENT_ID: agentId, AGENT_API_KEY: apiKey } = variables;
      const first = await openOrExplain(
        agentService.firstRun({ agentId, apiKey, plan: flags.plan }),
        'DOCS_DIR',
      );
      const printKey = printOnce(() => {
        if (first.apiKey)
          print(`API key: ${first.apiKey} (shown only once; agent-chat keys create makes another)`);
      });
      onClose(printKey);
      const signal = untilSignal(drainMs + STOP_MS);
      print(`agent-chat service is at ${addressAt(host, listener.port)}`);
      print(`Agent: ${first.agentId}`);
      await printKey();
      await drained(signal, drainMs, agentService, listener);
    }),
};
