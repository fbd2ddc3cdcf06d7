/** Undoes the hyphen a word was parted with at the end of its line, and keeps one of the word's own: "E-Mail", "A-12". */
export function joinLines(before: string, after: string): string {
  if (/[\p{L}\p{N}]-$/u.test(before) && /^[\p{Lu}\p{N}]/u.test(after)) return before + after;
  const parted = /\p{Ll}[-\u00AD]$/u.test(before) && /^\p{Ll}/u.test(after);
  return parted ? before.slice(0, -1) + after : `${before} ${after}`;
}
