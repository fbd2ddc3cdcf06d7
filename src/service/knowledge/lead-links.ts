import { type Token, type Tokens, walkTokens } from 'marked';
import { resolveLink } from './links.ts';

type Link = Tokens.Link | Tokens.Image;

/** What stands between the brackets after a link's words, up to its title; parentheses in it come in pairs. */
const DESTINATION = /\]\(((?:[^\s()]|\([^\s()]*\))*)/g;

/**
 * Leads relative links of a block to where the document is. Those of a document without an address become their words.
 * Each link is looked at once: a block may hold thousands.
 */
export function leadLinks(block: string, tokens: Token[], baseUrl: string): string {
  const urls = new Map<string, string | undefined>();
  walkTokens(tokens, token => {
    if (isRelative(token) && !urls.has(token.href)) urls.set(token.href, resolveLink(token.href, baseUrl));
  });
  if (urls.size === 0) return block;
  const left = [...urls.values()].includes(undefined)
    ? inWords(block, tokens, link => isRelative(link) && urls.get(link.href) === undefined)
    : block;
  return left.replace(DESTINATION, (whole, href) => {
    const url = urls.get(href);
    return url === undefined ? whole : `](${url}`;
  });
}

/** Links that lead nowhere become their words, and images nothing, also those in the words of a link. */
function inWords(block: string, tokens: Token[], leadsNowhere: (link: Link) => boolean): string {
  let words = '';
  let at = 0;
  for (const link of outermost(tokens)) {
    const start = block.indexOf(link.raw, at);
    if (start < 0) continue;
    const inner = link.type === 'image' ? '' : inWords(link.text, link.tokens, leadsNowhere);
    words += block.slice(at, start);
    if (leadsNowhere(link)) words += inner;
    else words += link.type === 'image' ? link.raw : link.raw.replace(link.text, () => inner);
    at = start + link.raw.length;
  }
  return words + block.slice(at);
}

/** In the order they stand in, without the images in the words of a link. */
function outermost(tokens: Token[]): Link[] {
  const inner = new Set<Token>();
  const found: Link[] = [];
  walkTokens(tokens, token => {
    if (!isLink(token) || inner.has(token)) return;
    found.push(token);
    walkTokens(token.tokens, other => void inner.add(other));
  });
  return found;
}

function isLink(token: Token): token is Link {
  return token.type === 'link' || token.type === 'image';
}

function isRelative(token: Token): token is Link {
  return isLink(token) && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(token.href);
}
