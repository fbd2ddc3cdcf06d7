import { type Token, type Tokens, walkTokens } from 'marked';
import { resolveLink } from './links.ts';

type Link = Tokens.Link | Tokens.Image;

/** Where a link leads, by what its author wrote; undefined for nowhere. */
type Targets = ReadonlyMap<string, string | undefined>;

/** What stands between the brackets after a link's words, up to its title; parentheses in it come in pairs. */
const DESTINATION = /\]\(((?:[^\s()]|\([^\s()]*\))*)/g;
/** `[words][label]`, `[label][]`, `[label]`: a link whose target stands elsewhere in its document. */
const REFERENCE = /^!?\[[\s\S]*\]$/;

/**
 * Leads relative links of a block to where the document is, and gives those their target whose target stands elsewhere in
 * the document, which the block is read without. Those of a document without an address become their words. Comments, which
 * their author wrote for himself, go. Each link is looked at once: a block may hold thousands.
 */
export function leadLinks(block: string, tokens: Token[], baseUrl: string): string {
  const targets = new Map<string, string | undefined>();
  let hasComments = false;
  walkTokens(tokens, token => {
    hasComments ||= isComment(token);
    if (isLink(token) && !targets.has(token.href) && (isRelative(token.href) || REFERENCE.test(token.raw)))
      targets.set(token.href, targetOf(token.href, baseUrl));
  });
  if (targets.size === 0 && !hasComments) return block;
  return rewritten(block, tokens, targets).replace(DESTINATION, (whole, href) => {
    const target = targets.get(href);
    return target === undefined ? whole : `](${target}`;
  });
}

/** Links that lead nowhere become their words, and images nothing, also those in the words of a link. */
function rewritten(block: string, tokens: Token[], targets: Targets): string {
  let words = '';
  let at = 0;
  for (const token of marks(tokens)) {
    const start = block.indexOf(token.raw, at);
    if (start < 0) continue;
    words += block.slice(at, start);
    if (!isComment(token)) words += isLink(token) ? linkText(token, targets) : token.raw;
    at = start + token.raw.length;
  }
  return words + block.slice(at);
}

function linkText(link: Link, targets: Targets): string {
  const isImage = link.type === 'image';
  const leadsNowhere = targets.has(link.href) && targets.get(link.href) === undefined;
  if (isImage && leadsNowhere) return '';
  const inner = isImage ? link.text : rewritten(link.text, link.tokens, targets);
  if (leadsNowhere) return inner;
  if (!REFERENCE.test(link.raw)) return link.raw.replace(link.text, () => inner);
  const title = link.title ? ` "${link.title.replaceAll('"', '\\"')}"` : '';
  return `${isImage ? '!' : ''}[${inner}](${targets.get(link.href)}${title})`;
}

/** Links, comments, and code, in which none is, in the order they stand in; without what is in the words of a link. */
function marks(tokens: Token[]): Token[] {
  const inner = new Set<Token>();
  const found: Token[] = [];
  walkTokens(tokens, token => {
    const isMark = isLink(token) || isComment(token) || token.type === 'codespan' || token.type === 'code';
    if (inner.has(token) || !isMark) return;
    found.push(token);
    if (isLink(token)) walkTokens(token.tokens, other => void inner.add(other));
  });
  return found;
}

function isLink(token: Token): token is Link {
  return token.type === 'link' || token.type === 'image';
}

function isComment(token: Token): boolean {
  return token.type === 'html' && token.raw.startsWith('<!--');
}

function isRelative(href: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(href);
}

/** A document without an address is taken to be of the site that the chat is on. */
function targetOf(href: string, baseUrl: string): string | undefined {
  return baseUrl === '' && href.startsWith('/') ? href : resolveLink(href, baseUrl);
}
