const NOWHERE = 'http://nowhere.invalid';

/**
 * Where a link in a document leads, absolute or relative to the site; undefined where a reader can't go: other
 * schemes, and relative links of a document that has no address itself.
 */
export function resolveLink(href: string, baseUrl: string): string | undefined {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('//');
  if (!isAbsolute && baseUrl === '') return undefined;
  const url = URL.parse(href, URL.parse(baseUrl, NOWHERE)?.href ?? NOWHERE);
  if (!url || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return undefined;
  const found = url.origin === NOWHERE ? url.pathname + url.search + url.hash : url.href;
  return found.replaceAll('(', '%28').replaceAll(')', '%29');
}
