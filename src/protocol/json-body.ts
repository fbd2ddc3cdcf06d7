import { ProtocolError } from './errors.ts';

/** Parameters mean nothing here, but for the one that names another encoding. Some write UTF-8 without its dash. */
const JSON_TYPE =
  /^application\/json\s*(?:;(?:\s*charset\s*=\s*"?utf-?8"?\s*|(?!\s*charset)[^;]*)(?=;|$))*$/i;
/** Levels of arrays and objects in a body. Nothing of the interface needs more than a few. */
const DEPTH_MAX = 64;

/**
 * Lets a request's body be read when it is plain JSON by its headers. Only `application/json` counts, so that no HTML
 * form of another site reaches a route.
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

/** @throws ProtocolError `invalid_request` for bytes that are no UTF-8, text that is no JSON, and more than 64 levels */
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

/** What was thrown while a body was read: a refusal as it is, else that its sender broke off. */
export function bodyFault(cause: unknown): ProtocolError {
  if (cause instanceof ProtocolError) return cause;
  return new ProtocolError('invalid_request', 'body: ended too early', { cause });
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
