/**
 * One string for everything that means the same: the reference HTML of a specification, and what we draw around the
 * same content (wrappers of code and tables, safety attributes, directions).
 */
export function normalise(root: ParentNode & Node): string {
  return [...root.childNodes]
    .map(node => write(node, false))
    .join('')
    .replace(/\s+$/g, '')
    .trim();
}

/** The same of reference HTML, parsed without running or loading anything. */
export function normaliseHtml(html: string): string {
  return normalise(new DOMParser().parseFromString(html, 'text/html').body);
}

const KEPT = new Set(['href', 'src', 'alt', 'title', 'start', 'align', 'checked', 'disabled', 'type']);
const BLOCKS = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE HR TABLE THEAD TBODY TR TH TD'.split(' '),
);

function write(node: Node, isPre: boolean): string {
  if (node instanceof Text) return text(node, isPre);
  if (!(node instanceof Element)) return '';
  if (node.matches('.md-code')) return write(node.querySelector('pre')!, false);
  if (node.matches('.md-table')) return write(node.querySelector('table')!, false);
  const tag = node.localName;
  const inside = [...node.childNodes].map(kid => write(kid, isPre || tag === 'pre')).join('');
  const attributes = [...node.attributes]
    .filter(({ name }) => KEPT.has(name))
    .map(({ name, value }) => [name, attribute(name, value, node)] as const)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('');
  return `<${tag}${attributes}>${isPre || tag === 'pre' || !BLOCKS.has(node.tagName) ? inside : inside.trim()}</${tag}>`;
}

function text(node: Text, isPre: boolean): string {
  if (isPre) return node.data;
  const isBetweenBlocks = [node.previousSibling, node.nextSibling].some(
    near => near instanceof Element && (BLOCKS.has(near.tagName) || near.matches('.md-code,.md-table')),
  );
  let data = node.data.replace(/[ \t\n\r]+/g, ' ');
  if (isBetweenBlocks) data = data.trim();
  if (node.previousSibling instanceof HTMLBRElement) data = data.trimStart();
  return data;
}

/** The host that we add to a foreign link's title is not part of the content. */
function attribute(name: string, value: string, node: Element): string | undefined {
  if (name !== 'title' || !(node instanceof HTMLAnchorElement)) return value;
  const own = value.replace(new RegExp(`(?:^| \\()${node.host.replaceAll('.', '\\.')}\\)?$`), '');
  return own === '' ? undefined : own;
}
