import { createProxy } from 'agent-chat-server/proxy';

let proxy;

function handle({ request }) {
  proxy ??= createProxy({
    baseUrl: process.env.AGENT_BASE_URL,
    apiKey: process.env.AGENT_API_KEY,
    basePath: '/chat',
    trustProxy: 1,
  });
  return proxy(request);
}

export { handle as action, handle as loader };
