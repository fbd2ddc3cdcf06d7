import { createProxy } from 'agent-chat-server/proxy';

let proxy;

export default defineEventHandler(event => {
  proxy ??= createProxy({
    baseUrl: process.env.AGENT_BASE_URL,
    apiKey: process.env.AGENT_API_KEY,
    basePath: '/chat',
  });
  return proxy(toWebRequest(event), { remoteAddress: getRequestIP(event) });
});
