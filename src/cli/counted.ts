/** A number with its noun, as a person says it: "1 contact", "2 contacts". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
