/**
 * The service of the benchmark: 20 tokens a second and stream, each with its number and the time it was sent. A token
 * goes to the socket in one piece, chunk framing and all, so that the service takes as little of the machine as it can.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { now } from './clock.ts';

const TOKEN_MS = 50;

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { stream, message } = JSON.parse(text || '{}') as { stream?: boolean; message?: string };
  if (stream) return streamTokens(response, Number(message) || 1);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ data: DATA }));
});

const DATA = {
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

function streamTokens(response: ServerResponse, count: number): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Transfer-Encoding': 'chunked' });
  response.flushHeaders();
  let sent = 0;
  const next = (): void => {
    if (sent < count) {
      const event = `data: {"type":"token","content":"${sent++}:${now().toFixed(2)} "}\n\n`;
      response.socket?.write(`${event.length.toString(16)}\r\n${event}\r\n`, 'latin1');
      return;
    }
    clearInterval(timer);
    response.end(`data: ${JSON.stringify({ type: 'done', data: DATA })}\n\n`);
  };
  const timer = setInterval(next, TOKEN_MS);
  response.on('close', () => clearInterval(timer));
  next();
}

server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit());
