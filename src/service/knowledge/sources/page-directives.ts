import { Parser } from 'htmlparser2';
import { decodeText } from '../reading/decode-text.ts';
import type { FetchedPage } from './site-reader.ts';

/** What a page says to robots about itself. */
export interface PageDirectives {
  /** Whether it asks not to be indexed. */
  isNoIndex: boolean;
  /** The address it prefers for its content, on the same site. */
  canonical: URL | undefined;
}

/** Names of robots in `<meta>` and before a colon in `X-Robots-Tag`. */
const OUR_NAMES = new Set(['robots', 'agent-chat']);
/** Bytes of a page in which its head ends. */
const HEAD_MAX = 256 * 1024;
const NO_INDEX = /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i;
const CANONICAL_LINK = /<([^>]*)>[^,]*;\s*rel="?canonical"?/i;

/** Reads the directives of a response: from its headers, and from the head of an HTML page. */
export function directivesOf({ url, bytes, type, charset, robots, link }: FetchedPage): PageDirectives {
  let isNoIndex = robots.some(isOurNoIndex);
  let href = CANONICAL_LINK.exec(link)?.[1];
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    const parser = new Parser({
      onopentag(name, attributes) {
        const { content = '', rel = '' } = attributes;
        if (name === 'meta' && OUR_NAMES.has(attributes.name?.trim().toLowerCase() ?? ''))
          isNoIndex ||= NO_INDEX.test(content);
        else if (name === 'link' && rel.toLowerCase().split(/\s+/).includes('canonical'))
          href ??= attributes.href;
        else if (name === 'body') parser.pause();
      },
    });
    parser.end(decodeText(bytes.subarray(0, HEAD_MAX), charset));
  }
  const canonical = href ? URL.parse(href, url.href) : null;
  if (canonical) canonical.hash = '';
  return { isNoIndex, canonical: canonical?.host === url.host ? canonical : undefined };
}

/** `X-Robots-Tag: noindex`, or `agent-chat: noindex`, but not `otherbot: noindex`. */
function isOurNoIndex(header: string): boolean {
  const [, name, rules] = /^\s*([\w-]+)\s*:(?!\/\/)(.*)$/.exec(header) ?? [];
  if (name !== undefined && !/^unavailable_after$|^max-/i.test(name))
    return OUR_NAMES.has(name.toLowerCase()) && NO_INDEX.test(rules!);
  return NO_INDEX.test(header);
}
