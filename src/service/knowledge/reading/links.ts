import { type Token, type Tokens, walkTokens } from 'marked';

const NO_ORIGIN = 'http://nowhere.invalid';
/** The target in `](…` of a link; parentheses in it come in pairs. */
const DESTINATION = /\]\(((?:[^\s()]|\([^\s()]*\))*)/g;
/** Tags that Markdown may contain in a paragraph. */
const HTML_TAG =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|br|button|center|cite|code|del|dfn|div|em|figure|figcaption|font|hr|i|iframe|img|input|ins|kbd|label|li|mark|nobr|ol|p|picture|pre|q|rp|rt|ruby|s|samp|script|small|source|span|strike|strong|style|sub|summary|details|sup|svg|table|tbody|td|th|thead|time|tr|tt|u|ul|var|video|wbr)\b/i;
/** `[text][label]`, `[label][]`, `[label]`: a link whose target is defined elsewhere in the document. */
const REFERENCE = /^!?\[[\s\S]*\]$/;

type Link = Tokens.Link | Tokens.Image;

/** Resolved targets by the target as written; undefined for a link without a usable target. */
type Targets = ReadonlyMap<string, string | undefined>;

/**
 * Resolves a link of a document: absolute, or relative to the site. Undefined where a reader cannot follow it: other
 * schemes, and relative links of a document without an address.
 */
export function resolveLink(href: string, baseUrl: string): string | undefined {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('//');
  if (!isAbsolute && baseUrl === '') return undefined;
  const url = URL.parse(href, URL.parse(baseUrl, NO_ORIGIN)?.href ?? NO_ORIGIN);
  if (!url || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return undefined;
  const found = url.origin === NO_ORIGIN ? url.pathname + url.search + url.hash : url.href;
  return found.replaceAll('(', '%28').replaceAll(')', '%29');
}

/**
 * Resolves the links of a Markdown block, and writes the target into links whose target is defined elsewhere, because a
 * passage stands alone. Links without a usable target become their text. Removes comments and tags. Runs once over the links:
 * a block may have thousands.
 */
export function resolveLinks(block: string, tokens: Token[], baseUrl: string): string {
  const targets = new Map<string, string | undefined>();
  let hasHtml = false;
  walkTokens(tokens, token => {
    hasHtml ||= isTag(token);
    if (isLink(token) && !targets.has(token.href) && (isRelative(token.href) || REFERENCE.test(token.raw)))
      targets.set(token.href, targetOf(token.href, baseUrl));
  });
  if (targets.size === 0 && !hasHtml) return block;
  return rewritten(block, tokens, targets).replace(DESTINATION, (whole, href) => {
    const target = targets.get(href);
    return target === undefined ? whole : `](${target}`;
  });
}

function rewritten(block: string, tokens: Token[], targets: Targets): string {
  let text = '';
  let at = 0;
  for (const token of outermost(tokens)) {
    const start = block.indexOf(token.raw, at);
    if (start < 0) continue;
    text += block.slice(at, start);
    if (isTag(token)) text += /^<br\b/i.test(token.raw) ? ' ' : '';
    else text += isLink(token) ? linkText(token, targets) : token.raw;
    at = start + token.raw.length;
  }
  return text + block.slice(at);
}

function linkText(link: Link, targets: Targets): string {
  const isImage = link.type === 'image';
  const isDead = targets.has(link.href) && targets.get(link.href) === undefined;
  if (isImage && isDead) return '';
  const inner = isImage ? link.text : rewritten(link.text, link.tokens, targets);
  if (isDead) return inner;
  if (!REFERENCE.test(link.raw)) return link.raw.replace(link.text, () => inner);
  const title = link.title ? ` "${link.title.replaceAll('"', '\\"')}"` : '';
  return `${isImage ? '!' : ''}[${inner}](${targets.get(link.href)}${title})`;
}

/** Links, tags and code in the order of the text, without those inside a link. Code contains no links. */
function outermost(tokens: Token[]): Token[] {
  const inner = new Set<Token>();
  const found: Token[] = [];
  walkTokens(tokens, token => {
    const isWanted = isLink(token) || isTag(token) || token.type === 'codespan' || token.type === 'code';
    if (inner.has(token) || !isWanted) return;
    found.push(token);
    if (isLink(token)) walkTokens(token.tokens, other => void inner.add(other));
  });
  return found;
}

function isLink(token: Token): token is Link {
  return token.type === 'link' || token.type === 'image';
}

/** A comment, or a tag of HTML. Other tags are text, such as `List<String>`. */
function isTag(token: Token): boolean {
  return token.type === 'html' && (token.raw.startsWith('<!--') || HTML_TAG.test(token.raw));
}

function isRelative(href: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(href);
}

/** A document without an address belongs to the site with the chat, so a path from the root is kept. */
function targetOf(href: string, baseUrl: string): string | undefined {
  return baseUrl === '' && href.startsWith('/') ? href : resolveLink(href, baseUrl);
}
