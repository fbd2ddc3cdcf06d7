import type { LinkTarget } from './options.ts';

/**
 * A link without its text. Its title names the host, unless the text does.
 * @param href a URL that is safe to follow.
 * @param label the text it will have.
 */
export function createLink(
  href: string,
  label: string,
  title: string,
  target: LinkTarget | undefined,
): HTMLAnchorElement {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  const host = link.origin === location.origin ? '' : link.host;
  const shownHost = label.includes(host) ? '' : host;
  const hint = title && shownHost ? `${title} (${shownHost})` : title || shownHost;
  if (hint) link.title = hint;
  if (host) link.rel = 'noopener noreferrer nofollow ugc';
  if (target === 'new' || (target !== 'same' && host)) {
    link.target = '_blank';
    link.rel ||= 'noopener noreferrer';
  }
  return link;
}
