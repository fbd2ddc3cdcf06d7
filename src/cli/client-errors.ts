import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ProtocolError } from '../protocol/errors.ts';

/** Answers requests that Node's HTTP parser refuses with the body every other error has, section 7. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // An answer that has begun can only be cut off: a second one would be read as part of it.
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
    if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error.code);
    const { headers, body } = answerOf(refusal);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`,
    );
    socket.destroySoon();
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = answerOf(
      new ProtocolError('invalid_request', 'Expect: must be 100-continue', { status: 417 }),
    );
    response.writeHead(417, headers).end(body);
  });
}

function refusalOf(code: string | undefined): ProtocolError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProtocolError('invalid_request', 'headers: are too long', { status: 431 });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ProtocolError('payload_too_large', 'body: has chunk extensions that are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProtocolError('invalid_request', 'request: took too long to arrive', { status: 408 });
    default:
      return new ProtocolError('invalid_request', 'request: is not valid HTTP');
  }
}

function answerOf(refusal: ProtocolError): { headers: Record<string, string | number>; body: string } {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify(refusal.toBody(requestId));
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Vary: 'Origin',
    Connection: 'close',
  };
  return { headers, body };
}
