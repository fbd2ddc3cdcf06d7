const PIECE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * Reads JSON in which an id of 64 bits keeps its digits: a whole number that no number of JavaScript can hold comes as
 * the text it was written as.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  // Most files have none, and a pass over each text in them takes its time.
  return JSON.parse(/\d{16}/.test(text) ? text.replace(PIECE, exact) : text);
}

function exact(piece: string): string {
  return /^-?[1-9]\d*$/.test(piece) && !Number.isSafeInteger(Number(piece)) ? `"${piece}"` : piece;
}
