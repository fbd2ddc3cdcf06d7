import { Lexer } from 'marked';

/** `{{< figure >}}` and `{{% notice %}}` of Hugo, `{% include %}` of Jekyll and others. */
const SHORTCODE = /\{\{[<%][^{}]*[>%]\}\}|\{%[^{}]*%\}/g;
/** A link whose target only the generator knows. */
const LINK = new RegExp(`!?\\[([^[\\]\\n]*)\\]\\((?:${SHORTCODE.source})[^()\\s]*\\)`, 'g');
/** `::: tip Title`, `:::note[Title]`, `:::{note} Title`, `::: {.note}`, of VitePress, Docusaurus, MyST and Pandoc. */
const CONTAINER = /^([ \t>]*):{3,}[ \t]*(?:\{[^{}\n]*\}|[\w-]+)?(?:\[([^[\]\n]*)\])?(.*)$/gm;
/** `[!NOTE]` at the beginning of a quote, of GitHub and Obsidian. */
const ALERT = /^([ \t]*>[ \t>]*)\[![\w-]+\][+-]?[ \t]*(?:\n[ \t]*>[ \t>]*)?/gm;
const FOOTNOTE = /^([ \t>]*)\[\^([^[\]\s]+)\]:[ \t]*/gm;
const REFERENCE = /(?<![ \t])[ \t]*\[\^([^[\]\s]+)\]/g;
const ANY = /\{\{[<%]|\{%|^[ \t>]*(?::::|\[\^)|>[ \t]*\[!/m;

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
const CODE_IN_LINE = /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){1,1000}?(?<!`)\1(?!`)/g;
/** Stands for code meanwhile, by its number. */
const KEPT = /\uE000(\d+)\uE001/g;

/**
 * Markdown without the marks that only the generator of a site understands, whose readers see the words around them
 * alone. Code is left as it is.
 */
export function withoutGeneratorMarks(markdown: string): string {
  if (!ANY.test(markdown)) return markdown;
  const kept: string[] = [];
  const keep = (code: string): string => `\uE000${kept.push(code) - 1}\uE001`;
  const text = new Lexer({ gfm: true })
    .lex(markdown)
    .map(({ type, raw }) => (type === 'code' ? keep(raw) : keepFenced(raw, keep)))
    .join('')
    .replace(CODE_IN_LINE, keep);
  return cleaned(text).replace(KEPT, (mark, number) => kept[number] ?? mark);
}

/** With the code put away that stands between fences in a list, a quote or a container. */
function keepFenced(block: string, keep: (code: string) => string): string {
  let text = '';
  let code = '';
  let fence: string | undefined;
  for (const line of block.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark === undefined) text += line;
    else code += line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) {
      text += keep(code);
      code = '';
      fence = undefined;
    }
  }
  return text + (code === '' ? '' : keep(code));
}

function cleaned(text: string): string {
  // Without its note, [^a-z] stands for itself.
  const notes = new Set([...text.matchAll(FOOTNOTE)].map(([, , name]) => name));
  return text
    .replace(LINK, '$1')
    .replace(SHORTCODE, '')
    .replace(CONTAINER, (_, before: string, inBrackets = '', rest: string) => {
      const title = inBrackets || rest.replace(/\{[^{}]*\}|(?<!:):+\s*$/g, '').trim();
      return title === '' ? before.trim() : `\n${before}${title}\n`;
    })
    .replace(ALERT, '$1')
    .replace(FOOTNOTE, '\n$1')
    .replace(REFERENCE, (mark, name) => (notes.has(name) ? '' : mark));
}
