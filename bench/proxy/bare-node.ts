/** The least a proxy in Node can do: one request piped to another, with the key added. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tellMemory } from '../../test/soak/measured-memory.ts';

const upstream = new URL(process.env.UPSTREAM ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const server = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, host: upstream.host, authorization: `Bearer ${process.env.KEY}` };
  const { hostname, port } = upstream;
  const call = request(
    { hostname, port, agent, method: incoming.method, path: incoming.url, headers },
    answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  call.on('error', () => outgoing.destroy());
  outgoing.on('close', () => call.destroy());
  incoming.pipe(call);
});
tellMemory();
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
