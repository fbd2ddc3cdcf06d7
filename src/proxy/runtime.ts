/** Deno and Bun call themselves Node too; their own ways are the better ones there. */
export function isNode(): boolean {
  return (
    typeof process !== 'undefined' &&
    Boolean(process.versions?.node) &&
    !('Bun' in globalThis) &&
    !('Deno' in globalThis) &&
    !('WebSocketPair' in globalThis)
  );
}
