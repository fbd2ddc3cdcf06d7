import type { LinkTarget } from './options.ts';

/**
 * A link that says where it leads, without its text.
 * @param href may be followed.
 * @param label what is to be read there.
 */
export function createAnchor(
  href: string,
  label: string,
  title: string,
  opens: LinkTarget | undefined,
): HTMLAnchorElement {
  const element = document.createElement('a');
  element.setAttribute('href', href);
  const host = element.origin === location.origin ? '' : element.host;
  const told = label.includes(host) ? '' : host;
  const hint = title && told ? `${title} (${told})` : title || told;
  if (hint) element.title = hint;
  if (host) element.rel = 'noopener noreferrer nofollow ugc';
  if (opens === 'new' || (opens !== 'same' && host)) {
    element.target = '_blank';
    element.rel ||= 'noopener noreferrer';
  }
  return element;
}
