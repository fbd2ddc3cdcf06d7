/** Enough to tell a column of addresses from others; whether one can be kept is the interface's rule. */
export function looksLikeEmail(cell: string): boolean {
  return /^\S+@\S+\.\S+$/.test(cell);
}
