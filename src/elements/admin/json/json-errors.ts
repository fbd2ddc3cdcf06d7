import { isTree } from '../../../protocol/settings.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../../protocol/settings-table.ts';

/** Line and column as in an editor, both from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

const TOKEN =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const SPACE = /[ \t\r\n]*/y;

/** Allowed tokens by their first character. */
const VALUE = /[{["\-\dtfn]/;
const AFTER = { '{': /[,}]/, '[': /[,\]]/ };

/**
 * Finds the first token that is not allowed in its place. Browsers report JSON errors in English, in different words and
 * not always with a position.
 */
export function jsonErrorPosition(text: string): TextPosition {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let next = VALUE;
  let inKey = false;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)![0].length;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || !next.test(token[0]!)) return placeOf(text, at);
    at += token.length;
    if (token === '{') {
      open.push(token);
      inKey = true;
      next = /["}]/;
    } else if (token === '[') {
      open.push(token);
      next = /[{["\-\dtfn\]]/;
    } else if (token === ',') {
      inKey = open.at(-1) === '{';
      next = inKey ? /"/ : VALUE;
    } else if (token === ':') {
      next = VALUE;
    } else if (inKey && token[0] === '"') {
      inKey = false;
      next = /:/;
    } else {
      if (token === '}' || token === ']') open.pop();
      inKey = false;
      const inside = open.at(-1);
      // Nothing may follow the outermost value.
      next = inside ? AFTER[inside] : /(?!)/;
    }
  }
}

function placeOf(text: string, at: number): TextPosition {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

export interface ShapeFault {
  kind: 'unknown' | 'not-object';
  /** Empty for the outermost value. */
  key: string;
}

/** The first unknown key, or the first value that should be an object. Does not check the values of settings. */
export function shapeFault(value: unknown, key = ''): ShapeFault | undefined {
  if (!isTree(value)) return { kind: 'not-object', key };
  for (const [name, inner] of Object.entries(value)) {
    const path = key === '' ? name : `${key}.${name}`;
    // "styles.font" as one key is unknown.
    const known = name.includes('.')
      ? []
      : SETTINGS_TABLE.filter(row => `${row.key}.`.startsWith(`${path}.`));
    if (known.length === 0) return { kind: 'unknown', key: path };
    const isOff = inner === null && NULLABLE_OBJECTS.some(object => object === path);
    if (isOff || known[0]!.key === path) continue;
    const fault = shapeFault(inner, path);
    if (fault) return fault;
  }
  return undefined;
}
