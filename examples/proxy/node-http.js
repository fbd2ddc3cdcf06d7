import { createServer } from 'node:http';
import { createProxy } from 'agent-chat-server/proxy';
import { toNodeHandler } from 'agent-chat-server/proxy/node';

const proxy = createProxy({
  baseUrl: process.env.AGENT_BASE_URL,
  apiKey: process.env.AGENT_API_KEY,
  basePath: '/chat',
});

createServer(toNodeHandler(proxy)).listen(process.env.PORT);
