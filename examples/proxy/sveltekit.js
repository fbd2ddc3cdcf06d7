import { createProxy } from 'agent-chat-server/proxy';
import { env } from '$env/dynamic/private';

let proxy;

export function fallback({ request, getClientAddress }) {
  proxy ??= createProxy({ baseUrl: env.AGENT_BASE_URL, apiKey: env.AGENT_API_KEY, basePath: '/chat' });
  return proxy(request, { remoteAddress: getClientAddress() });
}
