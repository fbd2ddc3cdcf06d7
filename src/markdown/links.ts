import { createAnchor } from './anchor.ts';
import type { Address } from './autolinks.ts';
import { moveUntil } from './delimiters.ts';
import type { Target } from './link-syntax.ts';
import type { LinkTarget, MarkdownOptions } from './options.ts';
import { allowedImage, type SafeLink, safeLink, withoutBidiMarks } from './safe-url.ts';

/** Makes a link of all that follows its bracket; just that where its target may not be followed. */
export function fillLink(bracket: ChildNode, target: Target, opens?: LinkTarget): void {
  const content = contentOf(bracket);
  // What is inside a link is none itself.
  if (content.firstElementChild)
    for (const inner of content.querySelectorAll('a')) inner.replaceWith(...inner.childNodes);
  const element = createLink(target, content.textContent, opens)?.element;
  element?.appendChild(content);
  bracket.parentNode!.replaceChild(element ?? content, bracket);
}

/** Makes an image of it, or a link with its name where it may not be loaded. */
export function fillImage(bracket: ChildNode, target: Target, options: MarkdownOptions): void {
  const content = contentOf(bracket);
  for (const inner of content.querySelectorAll('img')) inner.replaceWith(inner.alt);
  const name = content.textContent;
  const shown = name || options.strings.image;
  const image = createImage(target, name, options.imageHosts);
  const element = image ?? createLink(target, shown, options.links)?.element;
  if (!image) element?.append(shown);
  bracket.replaceWith(element ?? shown);
}

function contentOf(bracket: ChildNode): DocumentFragment {
  const content = document.createDocumentFragment();
  moveUntil(content, bracket.nextSibling, null);
  return content;
}

/** A link's element without its text, or `undefined` when its target may not be followed. */
function createLink(
  { href, title }: Target,
  label: string,
  opens: LinkTarget | undefined,
): { element: HTMLAnchorElement; link: SafeLink } | undefined {
  const link = safeLink(href);
  return link && { element: createAnchor(link.href, label, withoutBidiMarks(title), opens), link };
}

/** The link of an address that is its own text; just the text where it may not be followed. */
export function createAddress({ text, href }: Address, opens?: LinkTarget): Node {
  const made = createLink({ href, title: '' }, text, opens);
  if (!made) return document.createTextNode(text);
  made.element.textContent = made.link.disguised ? made.link.href : withoutBidiMarks(text);
  return made.element;
}

/** An image that may load, lazily and in space kept for it; `undefined` when its host is not allowed. */
function createImage(
  { href, title }: Target,
  name: string,
  hosts: readonly string[] = [],
): HTMLImageElement | undefined {
  const source = allowedImage(href, hosts);
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
