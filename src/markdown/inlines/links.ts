import { createLink } from '../create-link.ts';
import type { LinkTarget, MarkdownOptions } from '../options.ts';
import { allowedImageUrl, type SafeLink, safeLink, withoutBidiMarks } from '../safe-url.ts';
import type { Autolink } from './autolinks.ts';
import { moveUntil } from './delimiters.ts';
import type { LinkDestination } from './link-syntax.ts';

/** Wraps everything after the bracket in a link, or leaves the text if the destination is not safe. */
export function fillLink(bracket: ChildNode, destination: LinkDestination, target?: LinkTarget): void {
  const content = contentOf(bracket);
  // Links cannot nest.
  if (content.firstElementChild)
    for (const inner of content.querySelectorAll('a')) inner.replaceWith(...inner.childNodes);
  const element = createSafeLink(destination, content.textContent, target)?.element;
  element?.appendChild(content);
  bracket.parentNode!.replaceChild(element ?? content, bracket);
}

/** Replaces the bracket and everything after it by an image, or by a link with its name if the image may not load. */
export function fillImage(bracket: ChildNode, destination: LinkDestination, options: MarkdownOptions): void {
  const content = contentOf(bracket);
  for (const inner of content.querySelectorAll('img')) inner.replaceWith(inner.alt);
  const name = content.textContent;
  const label = name || options.strings.image;
  const image = createImage(destination, name, options.imageHosts);
  const element = image ?? createSafeLink(destination, label, options.links)?.element;
  if (!image) element?.append(label);
  bracket.replaceWith(element ?? label);
}

function contentOf(bracket: ChildNode): DocumentFragment {
  const content = document.createDocumentFragment();
  moveUntil(content, bracket.nextSibling, null);
  return content;
}

/** A link without its text; undefined if the destination is not safe. */
function createSafeLink(
  { href, title }: LinkDestination,
  label: string,
  target: LinkTarget | undefined,
): { element: HTMLAnchorElement; link: SafeLink } | undefined {
  const link = safeLink(href);
  return link && { element: createLink(link.href, label, withoutBidiMarks(title), target), link };
}

/** A link whose text is its URL, or the text alone if the URL is not safe. */
export function createAutolink({ text, href }: Autolink, target?: LinkTarget): Node {
  const created = createSafeLink({ href, title: '' }, text, target);
  if (!created) return document.createTextNode(text);
  created.element.textContent = created.link.disguised ? created.link.href : withoutBidiMarks(text);
  return created.element;
}

/** An image that loads lazily; undefined if it may not load. */
function createImage(
  { href, title }: LinkDestination,
  name: string,
  hosts: readonly string[] = [],
): HTMLImageElement | undefined {
  const source = allowedImageUrl(href, hosts);
  if (source === undefined) return undefined;
  const image = document.createElement('img');
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.alt = name;
  if (title) image.title = title;
  image.setAttribute('src', source);
  return image;
}
