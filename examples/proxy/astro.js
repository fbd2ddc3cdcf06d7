import { getSecret } from 'astro:env/server';
import { createProxy } from 'agent-chat-server/proxy';

let proxy;

export function ALL({ request, clientAddress }) {
  proxy ??= createProxy({
    baseUrl: getSecret('AGENT_BASE_URL'),
    apiKey: getSecret('AGENT_API_KEY'),
    basePath: '/chat',
  });
  return proxy(request, { remoteAddress: clientAddress });
}

export const prerender = false;
