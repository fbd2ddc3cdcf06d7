/** Text from elsewhere, without what could move the cursor, end the line, or turn the text beside it. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
}

/** The same of text in several lines. */
export function onItsLines(text: string): string {
  return text.split('\n').map(onOneLine).join('\n');
}

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows].map(row => row.map(onOneLine));
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
