import { Lexer, type Token, type Tokens } from 'marked';

/** `{{< figure >}}` and `{{% notice %}}` of Hugo, `{% include %}` of Jekyll and others. */
const SHORTCODE = /\{\{[<%][^{}]*[>%]\}\}|\{%[^{}]*%\}/g;
/** A link whose target is a shortcode. */
const SHORTCODE_LINK = new RegExp(`!?\\[([^[\\]\\n]*)\\]\\((?:${SHORTCODE.source})[^()\\s]*\\)`, 'g');
/** `::: tip Title`, `:::note[Title]`, `:::{note} Title`, `::: {.note}`, of VitePress, Docusaurus, MyST and Pandoc. */
const CONTAINER = /^([ \t>]*):{3,}[ \t]*(?:\{[^{}\n]*\}|[\w-]+)?(?:\[([^[\]\n]*)\])?(.*)$/gm;
/** `[!NOTE]` at the beginning of a quote, of GitHub and Obsidian. */
const ALERT = /^([ \t]*>[ \t>]*)\[![\w-]+\][+-]?[ \t]*(?:\n[ \t]*>[ \t>]*)?/gm;
const FOOTNOTE = /^([ \t>]*)\[\^([^[\]\s]+)\]:[ \t]*/gm;
const FOOTNOTE_REFERENCE = /(?<![ \t])[ \t]*\[\^([^[\]\s]+)\]/g;
const ANY_EXTENSION = /\{\{[<%]|\{%|^[ \t>]*(?::::|\[\^)|>[ \t]*\[!/m;

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
const INLINE_CODE = /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){1,1000}?(?<!`)\1(?!`)/g;
/** Placeholder for code, with its number. */
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

/** "Prices {#prices}", as in Pandoc, Docusaurus and Hugo, or "{: #prices }". */
const HEADING_ID = /\\?\{:?\s*#([\p{L}\p{N}_:.-]+)[^{}]*\}\s*$/u;

/** Removes YAML or TOML front matter from a Markdown file, and returns the title it declares. */
export function cutFrontMatter(source: string): { title: string | undefined; rest: string } {
  const match = /^\uFEFF?(---|\+\+\+)\r?\n([\s\S]*?)\r?\n\1\r?\n/.exec(source);
  if (!match) return { title: undefined, rest: source };
  const [, value = ''] = /^title[ \t]*[:=](.*)$/m.exec(match[2]!) ?? [];
  return { title: parseTitle(value.trim()), rest: source.slice(match[0].length) };
}

/** Undefined for an empty title, and for one of several lines. */
function parseTitle(value: string): string | undefined {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')/.exec(value) ?? [];
  const title =
    double?.replace(/\\(.)/g, '$1') ?? single?.replaceAll("''", "'") ?? value.replace(/(?:^|\s)#.*/, '');
  return /^(?:[>|][-+\d]*)?$/.test(title) ? undefined : title;
}

/** Removes the id that a heading declares from its text, and returns it. */
export function takeHeadingId({ tokens }: Tokens.Heading): string | undefined {
  const last: Token | undefined = tokens.at(-1);
  if (last?.type !== 'text') return undefined;
  const [mark, id] = HEADING_ID.exec(last.text) ?? [];
  if (mark === undefined || (mark.length === last.text.length && tokens.length === 1)) return undefined;
  last.text = last.text.slice(0, -mark.length).trimEnd();
  last.raw = last.text;
  return id;
}

/** The source of a heading without its id. */
export function withoutHeadingId(source: string): string {
  return source.replace(HEADING_ID, '').trimEnd();
}

/** Markdown without the syntax that only a site generator understands. Keeps the words inside, and all code. */
export function withoutExtensions(markdown: string): string {
  if (!ANY_EXTENSION.test(markdown)) return markdown;
  const { text, code } = hideCode(markdown);
  return showCode(removeExtensions(text), code);
}

/** Replaces code by placeholders, so that other syntax can be found in the text. */
export function hideCode(markdown: string): { text: string; code: readonly string[] } {
  const code: string[] = [];
  const hide = (text: string): string => `\uE000${code.push(text) - 1}\uE001`;
  const text = new Lexer({ gfm: true })
    .lex(markdown)
    .map(({ type, raw }) => (type === 'code' ? hide(raw) : hideFenced(raw, hide)))
    .join('')
    .replace(INLINE_CODE, hide);
  return { text, code };
}

/** Reverses `hideCode`. */
export function showCode(text: string, code: readonly string[]): string {
  return text.replace(PLACEHOLDER, (mark, number) => code[number] ?? mark);
}

/** Hides fenced code inside a list, a quote or a container, where the lexer does not report it as a block. */
function hideFenced(block: string, hide: (code: string) => string): string {
  let text = '';
  let code = '';
  let fence: string | undefined;
  for (const line of block.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark === undefined) text += line;
    else code += line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) {
      text += hide(code);
      code = '';
      fence = undefined;
    }
  }
  return text + (code === '' ? '' : hide(code));
}

function removeExtensions(text: string): string {
  // Without a footnote of that name, [^a-z] is text.
  const notes = new Set([...text.matchAll(FOOTNOTE)].map(([, , name]) => name));
  return text
    .replace(SHORTCODE_LINK, '$1')
    .replace(SHORTCODE, '')
    .replace(CONTAINER, (_, before: string, inBrackets = '', rest: string) => {
      const title = inBrackets || rest.replace(/\{[^{}]*\}|(?<!:):+\s*$/g, '').trim();
      return title === '' ? before.trim() : `\n${before}${title}\n`;
    })
    .replace(ALERT, '$1')
    .replace(FOOTNOTE, '\n$1')
    .replace(FOOTNOTE_REFERENCE, (mark, name) => (notes.has(name) ? '' : mark));
}
