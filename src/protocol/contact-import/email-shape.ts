import { CONTACT_MAX } from '../contact-limits.ts';

/** Enough to tell a column of addresses from others; whether one can be kept is the interface's rule. */
export function looksLikeEmail(cell: string): boolean {
  // A longer one is none, and the pattern would take minutes for a cell of nothing but signs.
  return cell.length <= CONTACT_MAX.email && /^\S+@\S+\.\S+$/.test(cell);
}
