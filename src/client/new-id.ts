/** 128 random bits as 32 hex digits. Not `randomUUID`: pages on plain http have none. */
export function newId(): string {
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += byte.toString(16).padStart(2, '0');
  return id;
}
