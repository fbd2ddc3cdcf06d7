export interface Example {
  name: string;
  markdown: string;
  html: string;
}

/** The examples of a specification in CommonMark's own format. */
export function readExamples(spec: string): Example[] {
  const examples: Example[] = [];
  let section = '';
  for (const match of spec.matchAll(
    /^`{32} example[^\n]*\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm,
  )) {
    if (match[3] !== undefined) section = match[3];
    else {
      examples.push({
        name: `${examples.length + 1} ${section}`,
        markdown: match[1]!.replaceAll('→', '\t'),
        html: match[2]!.replaceAll('→', '\t'),
      });
    }
  }
  return examples;
}

/** Examples whose result holds raw HTML, which we show as text on purpose. */
export function hasRawHtml({ html, markdown }: Example): boolean {
  const known = /^<\/?(?:p|em|strong|code|pre|a|img|ul|ol|li|blockquote|h[1-6]|hr|br)(?:\s[^>]*)?\s*\/?>$/;
  const tags = html.match(/<[^>]*>/g) ?? [];
  if (tags.some(tag => !known.test(tag))) return true;
  // A tag of the input that comes out again unchanged, e.g. `<a href="x">`.
  return (markdown.match(/<\/?[A-Za-z][^<>]*>/g) ?? []).some(
    tag => !/^<(?:[A-Za-z][\w+.-]*:|[^\s@]+@)/.test(tag) && html.includes(tag),
  );
}
