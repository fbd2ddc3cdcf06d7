import { parseExactly } from '../../../protocol/contact-import/exact-json.ts';
import { isTree } from '../../../protocol/settings.ts';
import { FileFault } from './import-messages.ts';
import { TimeSlice } from './time-slice.ts';

/** The text before the first entry: `[`, or an object up to one of these keys. */
const OPENING =
  /^\s*(?:\{\s*(?:"[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?\d+)\s*,\s*)*"(?:users|data|contacts)"\s*:\s*)?\[/;

/**
 * The entries of a JSON array, of `{ users: [] }`, `{ data: [] }` or `{ contacts: [] }`, or of one object per line.
 * Parses an array entry by entry, because `JSON.parse` of 100,000 entries would block the page.
 * @throws FileFault if the text has another format
 */
export async function readJsonEntries(
  text: string,
  onProgress?: (entries: number) => void,
): Promise<unknown[]> {
  const clean = text.replace(/^\ufeff/, '');
  const opening = OPENING.exec(clean)?.[0];
  if (opening !== undefined) return readArray(clean, opening.length, onProgress);
  const lines = clean.split('\n').filter(line => line.trim() !== '');
  if (lines.length > 1 && isWhole(lines[0]!)) return readLines(lines, onProgress);
  const value = parseEntry(clean, 1);
  // An object with other keys first, which OPENING does not match.
  if (isTree(value)) return [value.users, value.data, value.contacts].find(Array.isArray) ?? [value];
  throw new FileFault('no-contact');
}

async function readArray(
  text: string,
  from: number,
  onProgress?: (entries: number) => void,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  const timeSlice = new TimeSlice();
  let [start, depth, quoted] = [from, 0, false];
  for (let i = from; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted) {
      if (sign === '\\') i++;
      else if (sign === '"') quoted = false;
      continue;
    }
    if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') depth++;
    else if (depth > 0 && (sign === '}' || sign === ']')) depth--;
    else if (depth === 0 && (sign === ',' || sign === ']')) {
      const entry = text.slice(start, i);
      const last = sign === ']';
      // `[]` has no entry; `[1,]` is an error.
      if (!(last && entries.length === 0 && entry.trim() === ''))
        entries.push(parseEntry(entry, entries.length + 1));
      start = i + 1;
      if (last) {
        // The text around the entries must be JSON too.
        parseEntry(`${text.slice(0, from)}]${text.slice(start)}`, entries.length);
        return entries;
      }
      if (timeSlice.due) {
        onProgress?.(entries.length);
        await timeSlice.yield();
      }
    }
  }
  throw new FileFault('broken-entry', entries.length + 1);
}

async function readLines(
  lines: readonly string[],
  onProgress?: (entries: number) => void,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  const timeSlice = new TimeSlice();
  for (const line of lines) {
    entries.push(parseEntry(line, entries.length + 1));
    if (timeSlice.due) {
      onProgress?.(entries.length);
      await timeSlice.yield();
    }
  }
  return entries;
}

function parseEntry(text: string, number: number): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw new FileFault('broken-entry', number);
  }
}

function isWhole(line: string): boolean {
  try {
    return isTree(JSON.parse(line));
  } catch {
    return false;
  }
}
