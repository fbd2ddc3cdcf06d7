import { createProxy } from 'agent-chat-server/proxy';

const proxy = createProxy({
  baseUrl: process.env.AGENT_BASE_URL,
  apiKey: process.env.AGENT_API_KEY,
});

Bun.serve({
  port: Number(process.env.PORT),
  idleTimeout: 60,
  fetch: (request, server) => proxy(request, { remoteAddress: server.requestIP(request)?.address }),
});
