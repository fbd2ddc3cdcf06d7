import { ProtocolError } from './errors.ts';

/** Parameters are ignored, except one that names another encoding. Some clients write UTF-8 without its hyphen. */
const JSON_TYPE =
  /^application\/json\s*(?:;(?:\s*charset\s*=\s*"?utf-?8"?\s*|(?!\s*charset)[^;]*)(?=;|$))*$/i;
/** Levels of arrays and objects in a body. The interface needs only a few. */
const DEPTH_MAX = 64;

/** Milliseconds to wait for the beginning of a body that is announced as too large. */
const BEGINNING_MS = 250;

/** The error for a body that is too large, by its beginning; undefined for `payload_too_large`. */
export type LargeBodyRefusal = (start: Uint8Array) => ProtocolError | undefined;

/**
 * Reads a JSON body of at most `limit` bytes.
 * @param refusal chooses the error for a larger body by its first bytes
 * @throws ProtocolError 415, 413, or 400 for text that is not JSON; 500 if a body parser has read it
 */
export async function readJson(
  request: Request,
  limit: number,
  refusal?: LargeBodyRefusal,
): Promise<unknown> {
  if (request.bodyUsed) {
    const message = 'request: its body has been read already. Mount the handler before any body parser.';
    throw new ProtocolError('internal', message);
  }
  checkJsonHeaders(request.headers);
  return parseJsonBody(await readBytes(request, limit, refusal));
}

async function readBytes(
  request: Request,
  limit: number,
  refusal: LargeBodyRefusal | undefined,
): Promise<Uint8Array> {
  const length = request.headers.get('Content-Length');
  const isTooLarge = length !== null && Number(length) > limit;
  if (isTooLarge && !refusal) throw bodyTooLarge(limit);
  try {
    // The server enforces an announced length; without one the bytes are counted.
    if (length !== null && !isTooLarge) return new Uint8Array(await request.arrayBuffer());
    const { bytes, size } = await readStart(request.body, limit, isTooLarge ? BEGINNING_MS : undefined);
    if (isTooLarge || size > limit) throw refusal?.(bytes) ?? bodyTooLarge(limit);
    return bytes;
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw new ProtocolError('invalid_request', 'body: ended too early', { cause });
  }
}

/**
 * The first `limit` bytes of a stream, or those that come in `ms` milliseconds, and how many came.
 * @throws what the stream throws
 */
async function readStart(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  ms: number | undefined,
): Promise<{ bytes: Uint8Array; size: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  // Not awaited: the answer can be sent while the client is still sending.
  const cancel = (): void => void reader?.cancel().catch(() => {});
  const timer = ms === undefined ? undefined : setTimeout(cancel, ms);
  try {
    while (reader && size <= limit) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
  } finally {
    clearTimeout(timer);
    if (size > limit) cancel();
  }
  return { bytes: joinChunks(chunks).subarray(0, limit), size };
}

export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Accepts a body that is plain JSON by its headers. Only `application/json` counts, so that no HTML form of another site
 * reaches a route.
 * @throws ProtocolError `invalid_request` with status 415
 */
export function checkJsonHeaders(headers: Headers): void {
  if (!JSON_TYPE.test(headers.get('Content-Type') ?? '')) {
    const message = 'Content-Type: must be application/json in UTF-8';
    throw new ProtocolError('invalid_request', message, { status: 415 });
  }
  const encoding = headers.get('Content-Encoding');
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new ProtocolError('invalid_request', 'Content-Encoding: must be absent', { status: 415 });
  }
}

/** @throws ProtocolError `invalid_request` for bytes that are not UTF-8, text that is not JSON, and more than 64 levels */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let marked = false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    marked = text.startsWith('\uFEFF');
    if (!isTooDeep(text)) return JSON.parse(text);
  } catch (cause) {
    const fault = marked ? 'must not begin with a byte order mark' : 'is not valid JSON in UTF-8';
    throw new ProtocolError('invalid_request', `body: ${fault}`, { cause });
  }
  throw new ProtocolError('invalid_request', `body: has more than ${DEPTH_MAX} levels`);
}

export function bodyTooLarge(limit: number): ProtocolError {
  return new ProtocolError('payload_too_large', `body: must have at most ${limit} bytes`);
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
