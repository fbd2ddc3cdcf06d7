/** What stands before the text of a Markdown file in many systems: of it the title is read, and the rest shown to nobody. */
export function cutFrontMatter(source: string): { title: string | undefined; rest: string } {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(source);
  if (!match) return { title: undefined, rest: source };
  const title = /^title:\s*["']?(.+?)["']?\s*$/m.exec(match[1]!)?.[1];
  return { title, rest: source.slice(match[0].length) };
}
