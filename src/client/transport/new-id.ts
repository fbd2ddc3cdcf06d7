/** 128 random bits, as four numbers. Not `randomUUID`: pages on plain http have none. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
