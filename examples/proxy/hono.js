import { serve } from '@hono/node-server';
import { createProxy } from 'agent-chat-server/proxy';
import { Hono } from 'hono';

const proxy = createProxy({
  baseUrl: process.env.AGENT_BASE_URL,
  apiKey: process.env.AGENT_API_KEY,
});

const app = new Hono();
app.mount('/chat', proxy);
serve({ fetch: app.fetch, port: Number(process.env.PORT) });
