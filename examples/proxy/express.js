import { createProxy } from 'agent-chat-server/proxy';
import { toNodeHandler } from 'agent-chat-server/proxy/node';
import express from 'express';

const proxy = createProxy({
  baseUrl: process.env.AGENT_BASE_URL,
  apiKey: process.env.AGENT_API_KEY,
});

const app = express();
app.use('/chat', toNodeHandler(proxy));
app.use(express.json());
app.listen(process.env.PORT);
