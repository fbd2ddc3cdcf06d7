import type { AgentProxy } from '../../proxy/index.ts';
import type { Command } from '../command.ts';
import { addressAt, listen } from '../listen.ts';
import { openOrExplain, storeVariable } from '../open-or-explain.ts';
import { closeProxy, closingAfter, drained, STOP_MS, untilSignal } from '../shutdown.ts';
import { drainTime, portOf, required } from '../variables.ts';

/** `agent-chat proxy`: the proxy alone, in front of a service elsewhere. */
export const proxy: Command = {
  name: 'proxy',
  summary: 'Runs only the proxy, in front of an agent service elsewhere.',
  variables: [
    'AGENT_BASE_URL',
    'AGENT_SERVICES_URL',
    'AGENT_API_KEY',
    'AGENT_IDS',
    'AGENT_CREDITS_PER_MONTH',
    'ADMIN_TOKEN',
    'SESSION_SECRET',
    'SESSION_SECRET_PREVIOUS',
    'IDENTITY_SECRET',
    'IDENTITY_SECRET_PREVIOUS',
    'PORT',
    'HOST',
    'DATA_DIR',
    'TRUST_PROXY',
    'DATABASE_URL',
    'DATABASE_POOL',
    'REDIS_URL',
    'AGENT_ALLOW_HTTP',
    'MODEL_TIMEOUT',
    'DRAIN_SECONDS',
    'HTTPS_PROXY',
    'HTTP_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'LOG_LEVEL',
  ],
  run: ({ variables, print }) =>
    closingAfter(async onClose => {
      const { createProxy } = await import('../../proxy/index.ts');
      const { proxyOptions } = await import('../proxy-options.ts');
      const options = proxyOptions(variables);
      const drainMs = drainTime(variables);
      const handler = createProxy({
        ...options,
        baseUrl: required(variables, 'AGENT_BASE_URL'),
        servicesUrl: variables.AGENT_SERVICES_URL,
        apiKey: required(variables, 'AGENT_API_KEY'),
        allowInsecureUpstream: variables.AGENT_ALLOW_HTTP === '1',
        dataDir: variables.DATA_DIR,
      });
      onClose(() => handler.close({ graceMs: 0 }));
      await openOrExplain(handler.ready(), storeVariable(variables));
      const { createScripts, isScript } = await import('../pages/scripts.ts');
      const scripts = createScripts();
      const listener = await listen(
        (request, info) => (isScript(request) ? scripts.fetch(request) : handler(request, info)),
        { port: portOf(variables), host: variables.HOST },
      );
      onClose(() => closeProxy(listener, handler));
      if (variables.ADMIN_TOKEN && !variables.DATA_DIR && !variables.DATABASE_URL) {
        const warning = 'settings and counters are lost when the proxy stops: set DATA_DIR or DATABASE_URL';
        options.logger?.warn({}, warning);
      }
      const signal = untilSignal(drainMs + STOP_MS);
      print(`agent-chat proxy is at ${addressAt(variables.HOST, listener.port)}`);
      if (!options.agentIds) print('It serves every agent of the workspace. AGENT_IDS names those to serve.');
      void warnAboutService(handler, print);
      await drained(signal, drainMs, handler, listener);
    }),
};

/** Asks the service once, so that the operator learns of a wrong key before the first visitor does. */
async function warnAboutService(handler: AgentProxy, print: (line: string) => void): Promise<void> {
  const response = await handler(new Request('http://localhost/readyz'));
  const { status, service } = (await response.json()) as { status: string; service?: string };
  if (status === 'draining') return;
  if (service === 'key refused') {
    print(
      'Warning: the agent service refuses AGENT_API_KEY (401). No message gets an answer until the proxy is started with a valid key.',
    );
  } else if (service === 'unreachable') {
    print(
      'Warning: the agent service cannot be reached at the moment. The proxy tries again with each message.',
    );
  }
}
