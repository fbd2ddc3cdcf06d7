/** Replaces characters that could move the cursor, end the line or reverse the text next to it. */
export function sanitizeLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
}

/** `sanitizeLine` for each line of a text. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitizeLine).join('\n');
}

/** Formats rows as aligned columns under headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows].map(row => row.map(sanitizeLine));
  const widths = headings.map((_, i) => Math.max(...cells.map(row => row[i]?.length ?? 0)));
  return cells
    .map(row =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Unix seconds as `2026-11-20 22:40`, in UTC. */
export function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** A count with its noun: "1 contact", "2 contacts". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
