import { invalidField, ProtocolError } from '../../protocol/errors.ts';

/** Bytes of a body at most; 2000 characters of a message can take 24 kB when each is escaped. */
export const CHAT_BODY_MAX = 64 * 1024;
export const SETTINGS_BODY_MAX = 1024 * 1024;
export const CONTACTS_BODY_MAX = 8 * 1024 * 1024;

const DEPTH_MAX = 64;

/**
 * Reads a JSON body.
 * @throws ProtocolError 415 for another content type or an encoded body, `payload_too_large` as soon as `max` bytes
 *   are passed, `invalid_request` for bytes that are no UTF-8, text that is no JSON or ends too early, or nesting past
 *   64 levels.
 */
export async function readJson(request: Request, max: number): Promise<unknown> {
  checkType(request.headers);
  if (Number(request.headers.get('Content-Length') ?? 0) > max) throw tooLarge(max);
  const bytes = await readBytes(request, max);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw new ProtocolError('invalid_request', 'The body is not valid JSON.', { cause: error });
  }
  if (isDeeperThan(value, DEPTH_MAX))
    throw invalidField('body', `must nest at most ${DEPTH_MAX} levels deep`);
  return value;
}

async function readBytes({ body }: Request, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > max) throw tooLarge(max);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw new ProtocolError('invalid_request', 'The body ended too early.', { cause });
  }
  return Buffer.concat(chunks);
}

function checkType(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('Content-Type') ?? '')
    .toLowerCase()
    .split(';')
    .map(part => part.trim());
  const utf8 = parameters.every(part => !part.startsWith('charset=') || /^charset="?utf-8"?$/.test(part));
  if (type !== 'application/json' || !utf8) {
    throw new ProtocolError('invalid_request', 'The content type must be application/json, in UTF-8.', {
      status: 415,
    });
  }
  const encoding = headers.get('Content-Encoding');
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new ProtocolError('invalid_request', 'The body must not be compressed.', { status: 415 });
  }
}

function tooLarge(max: number): ProtocolError {
  return new ProtocolError('payload_too_large', `The body may have at most ${max} bytes.`);
}

/** Walks level by level rather than by recursion, which 10,000 levels would overflow. */
function isDeeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true;
    level = level.flatMap(item =>
      typeof item === 'object' && item !== null
        ? Object.values(item).filter(inner => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return false;
}
