/** A place in a text as an editor counts it, both from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

const PIECE =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const SPACE = /[ \t\r\n]*/y;

/** What may come next, by the first character of a piece. */
const VALUE = /[{["\-\dtfn]/;
const AFTER = { '{': /[,}]/, '[': /[,\]]/ };

/**
 * Where a text stops being JSON: at the first piece that cannot stand there. Browsers say it in English, each in
 * words of its own, and not all of them say where.
 */
export function jsonErrorPosition(text: string): TextPosition {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let next = VALUE;
  let inKey = false;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)![0].length;
    PIECE.lastIndex = at;
    const piece = PIECE.exec(text)?.[0];
    if (piece === undefined || !next.test(piece[0]!)) return placeOf(text, at);
    at += piece.length;
    if (piece === '{') {
      open.push(piece);
      inKey = true;
      next = /["}]/;
    } else if (piece === '[') {
      open.push(piece);
      next = /[{["\-\dtfn\]]/;
    } else if (piece === ',') {
      inKey = open.at(-1) === '{';
      next = inKey ? /"/ : VALUE;
    } else if (piece === ':') {
      next = VALUE;
    } else if (inKey && piece[0] === '"') {
      inKey = false;
      next = /:/;
    } else {
      if (piece === '}' || piece === ']') open.pop();
      inKey = false;
      const inside = open.at(-1);
      // Behind the whole there is nothing more to come.
      next = inside ? AFTER[inside] : /(?!)/;
    }
  }
}

function placeOf(text: string, at: number): TextPosition {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
