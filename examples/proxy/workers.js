import { createProxy } from 'agent-chat-server/proxy';

let proxy;

export default {
  fetch(request, env, context) {
    proxy ??= createProxy({ baseUrl: env.AGENT_BASE_URL, apiKey: env.AGENT_API_KEY });
    return proxy(request, {
      remoteAddress: request.headers.get('CF-Connecting-IP') ?? undefined,
      waitUntil: promise => context.waitUntil(promise),
    });
  },
};
