import type { ReadDocument } from './document.ts';
import { readMarkdown } from './read-markdown.ts';
import { isTableLine, rstTable } from './rst-table.ts';
import { Unreadable } from './unreadable.ts';

/** Directives inside of directives. */
const DEPTH_MAX = 40;
const ADORNMENT = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const DIRECTIVE = /^\.\.\s+(?:\|[^|]+\|\s+)?([\w:+.-]+)::\s*(.*)$/;
const SUBSTITUTION = /^\.\.\s+\|([^|]+)\|\s+replace::\s*(.*)$/;
const FOOTNOTE = /^\.\.\s+\[[^\]]+\]\s+(.*)$/;
const LINK_TARGET = /^\.\.\s+_`?([^:`]+)`?:\s+(\S+)\s*$/;
const OPTION = /^:[\w-]+:(?:\s|$)/;
const CODE = /^(?:code|code-block|sourcecode|literalinclude|parsed-literal|doctest|prompt)$/;
/** Directives without text of the document. */
const SILENT =
  /^(?:image|toctree|contents|include|raw|meta|index|highlight|currentmodule|module|role|default-role|sectnum|header|footer|target-notes|tabularcolumns|only|math|graphviz|uml|mermaid|auto\w+|replace|unicode|date)$/;
/** Roles whose text is code. */
const CODE_ROLE =
  /^(?:\w+:)?(?:code|literal|samp|kbd|command|file|program|option|envvar|func|class|meth|mod|attr|data|exc|obj|const|py:\w+|c:\w+)$/;

/**
 * Reads reStructuredText: headings, paragraphs, lists, literal blocks, tables, directives and roles. It translates them to
 * Markdown, which has the same blocks. Included files are left out.
 */
export function readRst(source: string, fallbackTitle: string, baseUrl: string): ReadDocument {
  return readMarkdown(toMarkdown(source.replaceAll('\t', '    ')), fallbackTitle, baseUrl);
}

function toMarkdown(source: string): string {
  const substitutions = new Map<string, string>();
  const targets = new Map<string, string>();
  const lines = source.split('\n');
  for (const line of lines) {
    const [, name, text] = SUBSTITUTION.exec(line) ?? [];
    if (name !== undefined) substitutions.set(name, text!);
    const [, target, url] = LINK_TARGET.exec(line) ?? [];
    if (target !== undefined) targets.set(target.toLowerCase(), url!);
  }
  const levels: string[] = [];
  const inline = (text: string): string => toInline(text, substitutions, targets);
  return blocks(lines, levels, inline).join('\n');
}

type Inline = (text: string) => string;

function blocks(lines: readonly string[], levels: string[], inline: Inline, depth = 0): string[] {
  if (depth > DEPTH_MAX) throw new Unreadable('nested', 'is nested too deeply');
  const out: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    const next = lines[i + 1] ?? '';
    const afterNext = lines[i + 2] ?? '';
    if (ADORNMENT.test(line) && next.trim() !== '' && afterNext.trim() === line.trim()) {
      out.push('', heading(levels, `=${line[0]}`, inline(next.trim())), '');
      i += 3;
    } else if (isUnderlined(line, next)) {
      out.push('', heading(levels, next[0]!, inline(line.trim())), '');
      i += 2;
    } else if (isTableLine(line)) {
      const end = tableEnd(lines, i);
      out.push('', ...rstTable(lines.slice(i, end)).map(inline), '');
      i = end;
    } else if (/^\s*\.\.(?:\s|$)/.test(line)) {
      const indent = line.search(/\S/);
      const end = blockEnd(lines, i + 1, indent);
      const inner = lines.slice(i + 1, end);
      out.push('', ...explicit(line.trim(), inner, levels, inline, depth + 1), '');
      i = end;
    } else if (/^\s*__(?:\s|$)/.test(line) || ADORNMENT.test(line)) {
      i++;
    } else if (/::\s*$/.test(line)) {
      const text = line.replace(/::\s*$/, line.trim() === '::' ? '' : ':');
      const indent = line.search(/\S/);
      const end = blockEnd(lines, i + 1, indent);
      out.push(inline(text), '', ...fenced(lines.slice(i + 1, end), ''), '');
      i = end;
    } else {
      out.push(inline(line.replace(/^(\s*)\|\s/, '$1').replace(/^(\s*):([^:`]+):\s+/, '$1$2: ')));
      i++;
    }
  }
  return out;
}

function isUnderlined(line: string, next: string): boolean {
  return /^\S/.test(line) && ADORNMENT.test(next) && next.trim().length >= Math.min(3, line.trim().length);
}

/** Levels are in the order in which their marks first appear. */
function heading(levels: string[], mark: string, text: string): string {
  if (!levels.includes(mark)) levels.push(mark);
  return `${'#'.repeat(Math.min(6, levels.indexOf(mark) + 1))} ${text}`;
}

/** Directives, footnotes, targets and comments. */
function explicit(
  line: string,
  inner: readonly string[],
  levels: string[],
  inline: Inline,
  depth: number,
): string[] {
  const [, footnote] = FOOTNOTE.exec(line) ?? [];
  if (footnote !== undefined) return blocks([footnote, ...dedent(inner)], levels, inline, depth);
  const [, name, argument = ''] = DIRECTIVE.exec(line) ?? [];
  if (name === undefined || SILENT.test(name)) return [];
  const body = dedent(inner);
  while (body[0] !== undefined && OPTION.test(body[0].trim())) body.shift();
  if (CODE.test(name)) return fenced(body, /^[\w+-]*$/.test(argument) ? argument : '');
  return [...(argument === '' ? [] : [inline(argument), '']), ...blocks(body, levels, inline, depth)];
}

function fenced(lines: readonly string[], language: string): string[] {
  const code = dedent(lines);
  while (code[0]?.trim() === '') code.shift();
  while (code.at(-1)?.trim() === '') code.pop();
  return code.length === 0 ? [] : [`~~~~${language}`, ...code, '~~~~'];
}

/** The end of the lines that are blank or indented deeper. */
function blockEnd(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  while (end < lines.length && (lines[end]!.trim() === '' || lines[end]!.search(/\S/) > indent)) end++;
  return end;
}

function tableEnd(lines: readonly string[], from: number): number {
  let end = from;
  let last = from;
  while (end < lines.length && (lines[end]!.trim() !== '' || lines[from]!.startsWith('='))) {
    if (isTableLine(lines[end]!)) {
      last = end;
      if (end > from && lines[from]!.startsWith('=') && (lines[end + 1] ?? '').trim() === '') break;
    }
    end++;
  }
  return last + 1;
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter(line => line.trim() !== '').map(line => line.search(/\S/));
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map(line => line.slice(least));
}

function toInline(
  text: string,
  substitutions: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, string>,
): string {
  return text
    .split(/(``.{1,500}?``)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replace(/\|([^|\s][^|]{0,100})\|_{0,2}/g, (whole, name) => substitutions.get(name) ?? whole)
            .replace(/:([\w:+.-]{1,40}):`([^`]{1,500})`/g, (_, role: string, inner: string) => {
              const shown = inner.replace(/\s*<[^<>]*>$/, '').replace(/^[~!]/, '');
              return CODE_ROLE.test(role) ? `\`${shown}\`` : shown;
            })
            .replace(/`([^`<]{1,500}?)\s{0,9}<([^<>`\s]{1,500})>`__?/g, (_, shown: string, url: string) =>
              /^[a-z]+:|^[/.]/i.test(url) ? `[${shown}](<${url}>)` : shown,
            )
            .replace(/`([^`]{1,500})`__?/g, (_, name: string) => link(name, targets))
            .replace(/(?<![\w`])([A-Za-z][\w-]{0,80}[A-Za-z0-9])_(?![\w`])/g, (_, name: string) =>
              link(name, targets),
            )
            .replace(/\s?\[[#*\w-]{1,40}\]_/g, ''),
    )
    .join('');
}

function link(name: string, targets: ReadonlyMap<string, string>): string {
  const url = targets.get(name.toLowerCase());
  return url === undefined ? name : `[${name}](<${url}>)`;
}
