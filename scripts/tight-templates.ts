import { Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';

/** Takes line breaks and indentation out of templates and style sheets: no minifier looks inside them. */
export const tightTemplates: Plugin = {
  name: 'tight-templates',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/src/elements/')) return;
    const edits: { start: number; end: number; text: string }[] = [];
    new Visitor({
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== 'Identifier' || !/^(css|html|svg)$/.test(tag.name)) return;
        const tighten = tag.name === 'css' ? tightCss : tightHtml;
        for (const { value, start } of quasi.quasis) {
          // A parser may count the delimiter in.
          const from = code.startsWith(value.raw, start) ? start : start + 1;
          edits.push({ start: from, end: from + value.raw.length, text: tighten(value.raw) });
        }
      },
    }).visit(this.parse(code));
    edits.sort((a, b) => a.start - b.start);
    return edits.reduceRight(
      (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
      code,
    );
  },
};

function tightHtml(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/ >/g, '>');
}

function tightCss(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\n\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: (?=[^;{}]*[;})])/g, ':')
    .replace(/(--[\w-]+): /g, '$1:')
    .replace(/ !/g, '!')
    .replace(/\[([\w-]+[\^$]?=)'([a-z-]+)'\]/g, '[$1$2]')
    .replace(/\) \* (?=\.?\d)/g, ')*')
    .replace(/\( | \)/g, edge => edge.trim())
    .replace(/;\}/g, '}')
    .replace(/(?<=[\s:,(-])0(?=\.\d)/g, '');
}
