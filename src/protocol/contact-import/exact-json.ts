const PIECE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * Parses JSON and keeps the digits of an id of 64 bits: a whole number that JavaScript cannot represent becomes its
 * original text.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  // Most files have none, and the reviver takes time for each value.
  return JSON.parse(/\d{16}/.test(text) ? text.replace(PIECE, exact) : text);
}

function exact(piece: string): string {
  return /^-?[1-9]\d*$/.test(piece) && !Number.isSafeInteger(Number(piece)) ? `"${piece}"` : piece;
}
