import { readFileSync } from 'node:fs';

export interface DocumentedRow {
  name: string;
  /** The comment above the row, in one line. */
  text: string;
  value: string;
}

/**
 * The rows of an object literal in a source file, each with the `/** … *\/` comment above it. Rows without a comment are
 * left out, so that a table shows only what is meant for readers.
 */
export function documentedRows(file: string, declaration: string): DocumentedRow[] {
  const source = readFileSync(file, 'utf8');
  const start = source.indexOf(declaration);
  if (start < 0) throw new Error(`${file} has no ${declaration}`);
  const body = source.slice(start, source.indexOf('\n}', start));
  const row = /^ {2}\/\*\*([\s\S]*?)\*\/\s*^ {2}(?:readonly )?['"]?([\w-]+)['"]?\??:\s*(.*?)[,;]?$/gm;
  return Array.from(body.matchAll(row), ([, comment, name, value]) => ({
    name: name!,
    text: comment!.replace(/\s*\n\s*\* ?/g, ' ').trim(),
    value: value!,
  }));
}
