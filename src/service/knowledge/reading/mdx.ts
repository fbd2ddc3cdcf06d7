import { hideCode, showCode } from './markdown-extensions.ts';

/** `import … from '…'` and `export …` at the beginning of a line, with the lines until a blank one. */
const ESM =
  /^(?:import\s[^\n]*?(?:from\s+)?["'][^"'\n]+["'];?[ \t]*$|(?:import|export)\s+(?:[\w*{]|default\b)[\s\S]*?(?=\n[ \t]*\n|$(?![\s\S])))/gm;
const IMPORT = /^import\s+(?:[\w*{][^\n]*\sfrom\s+)?["'][^"'\n]+["'];?\s*$/m;
/** A component: a tag with a capital letter or a dot, or a fragment. */
const COMPONENT =
  /<(\/?)([A-Z][\w.]*|[a-z]+\.[\w.]+)?((?:\s+(?:[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?|\{[^{}]*\}))*)\s*(\/?)>/g;
const COMPONENT_LINE = /^[ \t]*<\/?[A-Z][\w.]*(?:\s[^\n]*)?\/?>[ \t]*$/m;
/** Attributes with text that the component displays. */
const TITLE =
  /\b(?:title|summary|question|label|heading|header|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})/;
/** Components that open and close an answer. */
const DISCLOSURE = /accordion|details|expand|collaps|faq|question|disclosure|toggle/i;
/** A text as an expression, such as `{'{'}`, which is how MDX writes a brace. */
const STRING_EXPRESSION = /(?<!\\)\{\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\}/g;
/** The same with backticks, which have been hidden as code. */
const CODE_EXPRESSION = /\{\s*(\uE000\d+\uE001)\s*\}/g;
const EXPRESSION = /(?<!\\)\{(?!\s*#)((?:[^{}]|\{[^{}]*\})*)\}/g;

/** Whether Markdown is MDX: it imports, or has a component in a line of its own. */
export function isMdx(markdown: string): boolean {
  return IMPORT.test(markdown) || COMPONENT_LINE.test(markdown);
}

/**
 * MDX as Markdown: without imports, exports, expressions and tags of components. Keeps their children and titles; a component
 * that discloses its children becomes `<details>`.
 */
export function withoutMdx(source: string): string {
  const { text, code: found } = hideCode(source);
  const code = [...found];
  const hide = (text: string): string => `\uE000${code.push(text) - 1}\uE001`;
  const markdown = text
    .replace(ESM, '')
    .replace(/\{\s*\/\*[\s\S]*?\*\/\s*\}/g, '')
    .replace(
      COMPONENT,
      (tag, closing: string, name: string | undefined, attributes: string, empty: string) => {
        if (name === undefined && attributes.trim() !== '') return tag;
        const isDisclosure = DISCLOSURE.test(name ?? '');
        if (closing) return isDisclosure && !isGroup(name!) ? '\n\n</details>\n\n' : '\n';
        const [, double, single, braces] = TITLE.exec(attributes) ?? [];
        const title = (double ?? single ?? braces)?.trim();
        if (isDisclosure && !isGroup(name!) && !empty)
          return `\n\n<details>\n${title ? `<summary>${escapeHtml(title)}</summary>\n` : ''}\n`;
        return title ? `\n\n${title}\n\n` : '\n';
      },
    )
    .replace(STRING_EXPRESSION, (_, double = '', single = '') => hide(double || single))
    .replace(CODE_EXPRESSION, '$1')
    .replace(EXPRESSION, (_, inner: string) => /^\s*(["'`])(.*)\1\s*$/s.exec(inner)?.[2] ?? '')
    .replace(/\sclassName=/g, ' class=');
  return showCode(dedentTags(markdown), code);
}

/** `<Accordions>`, `<AccordionGroup>`, `<FAQ>` around the items. */
function isGroup(name: string): boolean {
  return /s$|group$|^faq$|list$|container$/i.test(name) && !/details$/i.test(name);
}

/** Children of components are indented, which is code in Markdown. */
function dedentTags(markdown: string): string {
  return markdown.replace(/^[ \t]{2,}(?=\S)(?![-*+] |\d+[.)] )/gm, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
