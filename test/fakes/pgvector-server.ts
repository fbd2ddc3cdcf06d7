import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { TestServer } from '../../scripts/servers.ts';

/** Types of messages after which the server answers: a simple query, and the end of an extended one. */
const ENDS = new Set(['Q', 'S']);
const TERMINATE = 'X';
const TYPE_LENGTH = 1;
const LENGTH_LENGTH = 4;
/** `ReadyForQuery`, whose last byte says whether a transaction goes on. */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * PostgreSQL with pgvector on a port of this process. PGlite is PostgreSQL compiled to WebAssembly and has one session,
 * so the connections take turns: each has it for a statement, or for the whole of a transaction.
 */
export async function startPgvector(): Promise<TestServer> {
  const postgres = await PGlite.create({ extensions: { vector } });
  const sockets = new Set<Socket>();
  let session: Promise<unknown> = Promise.resolve();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const connection = serve(socket, postgres, take => {
      const taken = session.then(take);
      session = taken.catch(() => {});
      return taken;
    });
    connection.catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await session;
      await postgres.close();
    },
  };
}

async function serve(
  socket: Socket,
  postgres: PGlite,
  inTurn: (take: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const requests = requestsOf(socket);
  for (;;) {
    const { value: request } = await requests.next();
    if (!request) return;
    await inTurn(async () => {
      for (let next = request; ; ) {
        const reply = await postgres.execProtocolRaw(next);
        socket.write(reply);
        if (Buffer.from(reply.slice(-IDLE.length)).equals(IDLE)) return;
        const { value } = await requests.next();
        if (!value) {
          await postgres.exec('rollback');
          return;
        }
        next = value;
      }
    });
  }
}

/** What a client sends, in pieces that the server answers as one. */
async function* requestsOf(socket: Socket): AsyncGenerator<Uint8Array, undefined> {
  let bytes = Buffer.alloc(0);
  let begin = 0;
  let hasStarted = false;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        // Only the first message has no type.
        const header = hasStarted ? TYPE_LENGTH : 0;
        if (bytes.length < begin + header + LENGTH_LENGTH) break;
        const end = begin + header + bytes.readInt32BE(begin + header);
        if (bytes.length < end) break;
        const type = hasStarted ? String.fromCharCode(bytes[begin]!) : 'S';
        hasStarted = true;
        begin = end;
        if (type === TERMINATE) return undefined;
        if (!ENDS.has(type)) continue;
        yield new Uint8Array(bytes.subarray(0, end));
        bytes = bytes.subarray(end);
        begin = 0;
      }
    }
  } catch {
    // The client is gone.
  }
  return undefined;
}
