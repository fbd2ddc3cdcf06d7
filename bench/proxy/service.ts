/** The service of the benchmark: 20 tokens a second and stream, each with its number and the time it was sent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN_MS = 50;

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { stream, message } = JSON.parse(text || '{}') as { stream?: boolean; message?: string };
  const count = Number(message) || 1;
  const data = {
    id: 'm',
    role: 'assistant',
    parts: [{ type: 'text', text: 'bench' }],
    metadata: {
      userMessageId: 'u',
      conversationId: 'c',
      userId: null,
      finishReason: 'stop',
      usage: { credits: 1 },
    },
  };
  if (!stream) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data }));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  let sent = 0;
  const next = (): void => {
    if (sent < count) {
      const now = performance.timeOrigin + performance.now();
      response.write(`data: {"type":"token","content":"${sent++}:${now.toFixed(2)} "}\n\n`);
      return;
    }
    clearInterval(timer);
    response.end(`data: ${JSON.stringify({ type: 'done', data })}\n\n`);
  };
  const timer = setInterval(next, TOKEN_MS);
  response.on('close', () => clearInterval(timer));
  next();
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit());
