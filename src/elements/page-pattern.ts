/**
 * Whether a pattern with `*` matches a page. One that starts with `/`, such as `/pricing*`, is compared with the path,
 * and with the query if it has a `?`; any other with the whole URL, with or without its scheme. Empty: every page.
 */
export function matchesPage(pattern: string, page: URL = new URL(location.href)): boolean {
  const decoded = decodeUrl(pattern.trim());
  if (decoded === '') return true;
  const { pathname, search, href } = page;
  const subjects = decoded.startsWith('/')
    ? [pathname + (decoded.includes('?') ? search : '')]
    : [href, href.replace(/^\w+:\/\//, '')];
  return subjects.some(subject => matches(decoded, decodeUrl(subject)));
}

/** A URL as the browser displays it: `/größe` for `/gr%C3%B6%C3%9Fe`. */
function decodeUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

function matches(pattern: string, subject: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return subject === start;
  if (!subject.startsWith(start)) return false;
  let at = start.length;
  // The first match of each piece is enough: if the rest does not match after it, no later match helps.
  for (const piece of rest) {
    at = subject.indexOf(piece, at) + piece.length;
    if (at < piece.length) return false;
  }
  return subject.endsWith(end) && at <= subject.length - end.length;
}
