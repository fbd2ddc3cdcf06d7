import { type BodyStream, readLimited } from '../http/body.ts';
import { keyInJson } from '../replies/key-scanner.ts';
import { unavailable } from './refusals.ts';

/** Bytes of an answer: a thousand contacts, each with plenty of attributes, or a hundred long conversations. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** More digits than a double is sure to keep. */
const LONG_NUMBER = /\d[\d.]{15}/;

/**
 * The JSON of an answer as it is parsed, so that only what was checked goes on: of a name that occurs twice, the last one.
 * @throws ProtocolError `upstream_unavailable` for a body that is cut short, too long, not JSON, or that contains the key
 */
export async function readJsonText(body: BodyStream, apiKey: string): Promise<string> {
  let written: string;
  try {
    const text = new TextDecoder().decode(await readLimited(body, ANSWER_BYTES_MAX));
    written = JSON.stringify(JSON.parse(text, LONG_NUMBER.test(text) ? exactly : undefined));
  } catch {
    throw unavailable();
  }
  if (written.includes(keyInJson(apiKey))) throw unavailable();
  return written;
}

/** Writes a number as it was read, since a double rounds an id of 64 bits. Runtimes without the source still round. */
function exactly(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);
}
