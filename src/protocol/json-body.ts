import { ProtocolError } from './errors.ts';

/** Parameters are ignored, except one that names another encoding. Some clients write UTF-8 without its hyphen. */
const JSON_TYPE =
  /^application\/json\s*(?:;(?:\s*charset\s*=\s*"?utf-?8"?\s*|(?!\s*charset)[^;]*)(?=;|$))*$/i;
/** Levels of arrays and objects in a body. The interface needs only a few. */
const DEPTH_MAX = 64;

/** Bytes of a body over its limit that is still parsed, to choose the error. */
const REFUSABLE_MAX = 1024 * 1024;

/** The error for a body that is over its limit; undefined for `payload_too_large`. */
export type LargeBodyRefusal = (body: unknown) => ProtocolError | undefined;

/**
 * Reads a JSON body of at most `limit` bytes.
 * @param refusal chooses the error for a larger body of up to 1 MiB
 * @param fieldsMax fields of all objects together
 * @throws ProtocolError 415, 413, or 400 for text that is not JSON; 500 if a body parser has read it
 */
export async function readJson(
  request: Request,
  limit: number,
  refusal?: LargeBodyRefusal,
  fieldsMax?: number,
): Promise<unknown> {
  if (request.bodyUsed) {
    const message = 'request: its body has been read already. Mount the handler before any body parser.';
    throw new ProtocolError('internal', message);
  }
  checkJsonHeaders(request.headers);
  const bytes = await readBytes(request, refusal ? Math.max(limit, REFUSABLE_MAX) : limit);
  if (bytes === undefined || bytes.length > limit) {
    throw (bytes && refusal && refuse(bytes, refusal)) ?? bodyTooLarge(limit);
  }
  return parseJsonBody(bytes, fieldsMax);
}

function refuse(bytes: Uint8Array, refusal: LargeBodyRefusal): ProtocolError | undefined {
  let body: unknown;
  try {
    body = parseJsonBody(bytes);
  } catch {
    return undefined;
  }
  return refusal(body);
}

/** The whole body; undefined if it has more than `limit` bytes. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const length = request.headers.get('Content-Length');
  if (length !== null && Number(length) > limit) return undefined;
  try {
    // The server enforces an announced length; without one the bytes are counted.
    return length !== null
      ? new Uint8Array(await request.arrayBuffer())
      : await readStream(request.body, limit);
  } catch (cause) {
    throw new ProtocolError('invalid_request', 'body: ended too early', { cause });
  }
}

/** @throws what the stream throws */
async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  const reader = stream?.getReader();
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      // Not awaited: the answer can be sent while the client is still sending.
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  return joinChunks(chunks);
}

export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const { length } of chunks) size += length;
  const whole = new Uint8Array(size);
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

/**
 * @throws ProtocolError `invalid_request` for bytes that are not UTF-8, text that is not JSON, and more than 64 levels or
 *   `fieldsMax` fields, which are counted before they are parsed
 */
export function parseJsonBody(bytes: Uint8Array, fieldsMax: number = Number.POSITIVE_INFINITY): unknown {
  let text: string | undefined;
  let excess: string | undefined;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    excess = excessOf(text, fieldsMax);
    if (excess === undefined) return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('invalid_request', `body: ${faultOf(text)}`, { cause });
  }
  throw new ProtocolError('invalid_request', `body: ${excess}`);
}

/** Why a text cannot be parsed; undefined could not be decoded. */
function faultOf(text: string | undefined): string {
  // ASCII in UTF-16 is UTF-8 with a NUL beside each character.
  if (text === undefined || text.includes('\0')) return 'is not in UTF-8';
  if (text.startsWith('\uFEFF')) return 'must not begin with a byte order mark';
  return text.trim() === '' ? 'is empty' : 'is not valid JSON';
}

export function bodyTooLarge(limit: number): ProtocolError {
  return new ProtocolError('payload_too_large', `body: must have at most ${limit} bytes`);
}

/** What a text has too many of. */
function excessOf(json: string, fieldsMax: number): string | undefined {
  let depth = 0;
  let fields = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (quoted) {
      if (char === 0x5c) i++;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > DEPTH_MAX) return `is nested more than ${DEPTH_MAX} levels deep`;
    } else if (char === 0x5d || char === 0x7d) depth--;
    else if (char === 0x3a && ++fields > fieldsMax) return `has more than ${fieldsMax} fields`;
  }
  return undefined;
}
