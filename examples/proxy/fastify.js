import { createProxy } from 'agent-chat-server/proxy';
import { toNodeHandler } from 'agent-chat-server/proxy/node';
import Fastify from 'fastify';

const handle = toNodeHandler(
  createProxy({
    baseUrl: process.env.AGENT_BASE_URL,
    apiKey: process.env.AGENT_API_KEY,
    basePath: '/chat',
  }),
);

const app = Fastify();
app.register(
  async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    });
  },
  { prefix: '/chat' },
);
await app.listen({ port: Number(process.env.PORT) });
