import { ProtocolError } from '../../protocol/errors.ts';
import { bodyFault, bodyTooLarge, checkJsonHeaders, parseJsonBody } from '../../protocol/json-body.ts';
import { bytesOf, readCounted } from './bytes.ts';

const READ_BEFORE = 'request: its body was read before it came here. Mount the proxy before any body parser.';

/**
 * Reads a JSON body of at most `limit` bytes.
 * @throws ProtocolError 415, 413, or 400 for text that is not JSON; 500 where somebody else has read it
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (request.bodyUsed) throw new ProtocolError('internal', READ_BEFORE);
  checkJsonHeaders(request.headers);
  return parseJsonBody(await readBytes(request, limit));
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('Content-Length');
  if (length !== null && Number(length) > limit) throw bodyTooLarge(limit);
  try {
    // The server holds a sender to the length he announced; without one the bytes are counted.
    if (length !== null) return new Uint8Array(await request.arrayBuffer());
    return await readCounted(bytesOf(request.body), limit);
  } catch (cause) {
    throw bodyFault(cause);
  }
}
