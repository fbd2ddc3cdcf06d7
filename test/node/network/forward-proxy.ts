import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { listenLocally } from '../../../scripts/loopback.ts';

export interface ForwardProxy {
  url: string;
  /** The requests it got: `GET http://…` for plain http, `CONNECT host:port` for a tunnel. */
  seen: string[];
  /** Port on this machine of a host that only the proxy knows, such as `agents.example:443`. */
  ports: Map<string, number>;
  close(): void;
}

/** A forward proxy as companies have one: absolute addresses for plain http, `CONNECT` for everything else. */
export async function startForwardProxy(): Promise<ForwardProxy> {
  const seen: string[] = [];
  const ports = new Map<string, number>();
  const server = createServer((incoming: IncomingMessage, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { host, pathname, search } = new URL(incoming.url!);
    const port = ports.get(host.includes(':') ? host : `${host}:80`);
    if (port === undefined) return void response.writeHead(502).end();
    const { method, headers } = incoming;
    const onward = request({ port, host: '127.0.0.1', path: pathname + search, method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket, head) => {
    seen.push(`CONNECT ${incoming.url}`);
    const port = ports.get(incoming.url!);
    if (port === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
    socket.on('close', () => onward.destroy());
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  return {
    url,
    seen,
    ports,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
