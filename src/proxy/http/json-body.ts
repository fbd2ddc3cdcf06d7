import { ProtocolError } from '../../protocol/errors.ts';
import { bytesOf, readCounted, tooLarge } from './bytes.ts';

/** Parameters mean nothing here, but for the one that names another encoding. */
const JSON_TYPE = /^application\/json\s*(?:;(?:\s*charset\s*=\s*"?utf-8"?\s*|(?!\s*charset)[^;]*)(?=;|$))*$/i;
/** Levels of arrays and objects in a body. Nothing of the interface needs more than a few. */
const DEPTH_MAX = 64;

/**
 * Reads a JSON body of at most `limit` bytes. Only `application/json` counts, so that no plain HTML form of
 * another site reaches a route.
 * @throws ProtocolError 415, 413, or 400 for text that is not JSON.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('Content-Type') ?? '')) {
    throw new ProtocolError('invalid_request', 'Content-Type: must be application/json', { status: 415 });
  }
  const encoding = request.headers.get('Content-Encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new ProtocolError('invalid_request', 'Content-Encoding: must be absent', { status: 415 });
  }
  const bytes = await readBytes(request, limit);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!isTooDeep(text)) return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('invalid_request', 'body: is not valid JSON', { cause });
  }
  throw new ProtocolError('invalid_request', `body: has more than ${DEPTH_MAX} levels`);
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('Content-Length');
  if (length !== null && Number(length) > limit) throw tooLarge(limit);
  try {
    // The server holds a sender to the length he announced; without one the bytes are counted.
    if (length !== null) return new Uint8Array(await request.arrayBuffer());
    return await readCounted(bytesOf(request.body), limit);
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw new ProtocolError('invalid_request', 'body: ended too early', { cause });
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (quoted) {
      if (char === 0x5c) i++;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > DEPTH_MAX) return true;
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
  return false;
}
