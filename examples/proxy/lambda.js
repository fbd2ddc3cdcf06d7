import { createProxy } from 'agent-chat-server/proxy';
import { Hono } from 'hono';
import { streamHandle } from 'hono/aws-lambda';

const proxy = createProxy({
  baseUrl: process.env.AGENT_BASE_URL,
  apiKey: process.env.AGENT_API_KEY,
  trustProxy: 1,
});

export const handler = streamHandle(new Hono().mount('/', proxy));
