/**
 * What stands before the text of a Markdown file in many systems, as YAML or TOML: of it the title is read, and the rest
 * shown to nobody.
 */
export function cutFrontMatter(source: string): { title: string | undefined; rest: string } {
  const match = /^\uFEFF?(---|\+\+\+)\r?\n([\s\S]*?)\r?\n\1\r?\n/.exec(source);
  if (!match) return { title: undefined, rest: source };
  const [, value = ''] = /^title[ \t]*[:=](.*)$/m.exec(match[2]!) ?? [];
  return { title: titleOf(value.trim()), rest: source.slice(match[0].length) };
}

/** Undefined for none, and for one that goes over several lines. */
function titleOf(value: string): string | undefined {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')/.exec(value) ?? [];
  const title =
    double?.replace(/\\(.)/g, '$1') ?? single?.replaceAll("''", "'") ?? value.replace(/(?:^|\s)#.*/, '');
  return /^(?:[>|][-+\d]*)?$/.test(title) ? undefined : title;
}
