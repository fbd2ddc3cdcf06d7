import { bodyFault, bodyTooLarge, checkJsonHeaders, parseJsonBody } from '../../protocol/json-body.ts';

/** Bytes. The 2000 characters of a message can take 24 kB in JSON, when each is escaped. */
export const CHAT_BODY_MAX = 64 * 1024;
export const SETTINGS_BODY_MAX = 1024 * 1024;
export const CONTACTS_BODY_MAX = 8 * 1024 * 1024;

/** Reads a JSON body of at most `max` bytes. @throws ProtocolError 415, 413, or 400 for text that is not JSON. */
export async function readJson(request: Request, max: number): Promise<unknown> {
  checkJsonHeaders(request.headers);
  if (Number(request.headers.get('Content-Length') ?? 0) > max) throw bodyTooLarge(max);
  return parseJsonBody(await readBytes(request, max));
}

async function readBytes({ body }: Request, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > max) throw bodyTooLarge(max);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw bodyFault(cause);
  }
  return Buffer.concat(chunks);
}
