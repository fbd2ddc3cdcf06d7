import { createProxy } from 'agent-chat-server/proxy';

const proxy = createProxy({
  baseUrl: Deno.env.get('AGENT_BASE_URL'),
  apiKey: Deno.env.get('AGENT_API_KEY'),
});

Deno.serve({ port: Number(Deno.env.get('PORT')) }, proxy);
