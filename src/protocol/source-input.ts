/** Bodies and parameters of requests about sources. */
import * as v from 'valibot';
import { isTree } from './settings.ts';
import {
  ASK_MAX,
  FILE_NAME_MAX,
  HOURS_MAX,
  PIECE_MAX,
  type SiteChange,
  type UploadPiece,
} from './sources.ts';
import { parse, schemeFault, text } from './validation.ts';

const DATA_MAX = Math.ceil(PIECE_MAX / 3) * 4;
/** Bytes of the body of a piece, and of a question. */
export const PIECE_BODY_MAX = DATA_MAX + 8 * 1024;
export const ASK_BODY_MAX = 64 * 1024;
export const SITE_BODY_MAX = 16 * 1024;
/** Characters of the name of a source. */
const SOURCE_MAX = 4096;
/** Characters of the address of a website. */
const ADDRESS_MAX = 2000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const count = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must not be negative'),
);

/** The OpenAPI description contains these schemas, too. */
export const uploadPieceSchema = v.object({
  name: v.pipe(
    text(1, FILE_NAME_MAX),
    // A name, never a path: it is shown, and looked up in the database only.
    v.check(name => !/[/\\\p{Cc}]/u.test(name), 'must be the name of a file'),
  ),
  size: count,
  offset: count,
  data: v.pipe(
    v.string('must be a string'),
    v.maxLength(DATA_MAX, `must have at most ${DATA_MAX} characters`),
    v.check(data => data.length % 4 === 0 && BASE64.test(data), 'must be Base64'),
  ),
});
export const askSchema = v.object({ question: text(1, ASK_MAX) });
const sourceSchema = v.object({ source: text(1, SOURCE_MAX) });
const flag = v.optional(v.boolean('must be true or false'));
export const siteSchema = v.object({
  address: v.pipe(
    text(1, ADDRESS_MAX),
    v.check(
      address => siteAddress(address) !== undefined,
      ({ input }) => siteAddressFault(input),
    ),
  ),
  everyHours: v.optional(
    v.nullable(
      v.pipe(
        v.number('must be a number'),
        v.safeInteger('must be a whole number'),
        v.minValue(1, 'must be at least 1'),
        v.maxValue(HOURS_MAX, `must be at most ${HOURS_MAX}`),
      ),
    ),
  ),
  isPaused: flag,
  readNow: flag,
});
export const entrySchema = v.object({ source: text(1, SOURCE_MAX), path: text(1, SOURCE_MAX) });

/** @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseUploadPiece(body: unknown): UploadPiece {
  return parse(uploadPieceSchema, isTree(body) ? body : {});
}

/** @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseAsk(body: unknown): { question: string } {
  return parse(askSchema, isTree(body) ? body : {});
}

/** @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseSite(body: unknown): SiteChange {
  const change = parse(siteSchema, isTree(body) ? body : {});
  return { ...change, address: siteAddress(change.address)! };
}

/** A document of a source. @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseEntry(body: unknown): { source: string; path: string } {
  return parse(entrySchema, isTree(body) ? body : {});
}

/** The address of a website as it is stored; `https://` may be left out. Undefined if it cannot be one. */
export function siteAddress(text: string): string | undefined {
  const url = parseAddress(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href;
}

/** What is wrong with an address that `siteAddress` does not accept. */
function siteAddressFault(text: string): string {
  const url = parseAddress(text);
  if (!url) return 'must be a valid address, such as https://shop.example';
  if (!/^https?:$/.test(url.protocol)) return schemeFault(url);
  return 'must have no user name or password';
}

function parseAddress(text: string): URL | null {
  const trimmed = text.trim();
  return URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^:/]+:\d+(?:\/|$)/.test(trimmed)
      ? trimmed
      : `https://${trimmed}`,
  );
}

/** The name of a source in a query. @throws ProtocolError `invalid_request` */
export function parseSource(params: URLSearchParams): string {
  return parse(sourceSchema, { source: params.get('source') ?? '' }).source;
}
