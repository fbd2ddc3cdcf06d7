/** 128 random bits as four numbers. Not `randomUUID`, which pages on plain http lack. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
