import { createLink } from '../../../markdown/create-link.ts';
import { allowedImageUrl, safeLink } from '../../../markdown/safe-url.ts';
import type { UnknownPart } from '../../../protocol/message.ts';
import type { PagePartRenderer, PartContext, RenderedPart } from './part-renderer.ts';

/** The attributes that an element loads images from, by its name. */
const IMAGE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['srcset'],
  input: ['src'],
  video: ['poster'],
  image: ['href', 'xlink:href'],
};
const MAY_LOAD_IMAGES = [...Object.keys(IMAGE_ATTRIBUTES), '[style]'].join();

/** What was rendered, for as long as the message exists. */
const rendered = new WeakMap<PartContext, Map<UnknownPart, RenderedPart>>();

/**
 * Calls a page's renderer once for each part. One that throws or returns something else renders nothing and is named in
 * the console.
 */
export function renderPagePart(
  part: UnknownPart,
  renderer: PagePartRenderer,
  context: PartContext,
): RenderedPart {
  const parts = rendered.get(context) ?? new Map<UnknownPart, RenderedPart>();
  rendered.set(context, parts);
  if (!parts.has(part)) parts.set(part, render(part, renderer, context));
  return parts.get(part);
}

function render(part: UnknownPart, renderer: PagePartRenderer, context: PartContext): RenderedPart {
  try {
    const result = renderer(part) as Node | string | number | false | null | undefined;
    if (typeof result === 'string' || typeof result === 'number') return document.createTextNode(`${result}`);
    // `instanceof` does not recognise a node from another frame.
    if (result && !result.nodeType) throw new TypeError('returned neither a node nor a text');
    return result ? withAllowedImages(result, context) : undefined;
  } catch (error) {
    console.error(`agent-chat: the renderer for "${part.type}" parts failed`, error);
    return undefined;
  }
}

/**
 * Applies `image-hosts` to what the page rendered, because its data came with an answer. Most elements start to load
 * after the current task, so this prevents the request. Every image in WebKit, and in Firefox an image button and an
 * image in an SVG, can start while the renderer creates the element.
 */
function withAllowedImages(node: Node, context: PartContext): Node {
  const container = document.createDocumentFragment();
  container.append(node);
  for (const element of container.querySelectorAll<HTMLElement>(MAY_LOAD_IMAGES)) {
    removeRefusedStyles(element, context);
    const names = IMAGE_ATTRIBUTES[element.localName] ?? [];
    for (const name of names) {
      const refused = urlsIn(element.getAttribute(name) ?? '').find(url => !mayLoad(url, context));
      if (refused === undefined) continue;
      const picture = element.closest('picture');
      const image = picture?.querySelector('img') ?? element;
      if (image.localName === 'img')
        (picture ?? image).replaceWith(linkTo(refused, image.getAttribute('alt'), context));
      // An element that is not in the page loads, too.
      for (const each of names) element.removeAttribute(each);
    }
  }
  return container.childNodes.length === 1 ? container.firstChild! : container;
}

function removeRefusedStyles({ style }: HTMLElement, context: PartContext): void {
  for (const property of Array.from(style)) {
    const urls = Array.from(
      style.getPropertyValue(property).matchAll(/url\(["']?([^"')]*)/g),
      ([, url]) => url!,
    );
    if (!urls.every(url => mayLoad(url, context))) style.removeProperty(property);
  }
}

/** The URLs of a `src` or a `srcset`. */
function urlsIn(value: string): string[] {
  return value.split(/,?\s+(?:[\d.]+[wx](?:,|$))?/).filter(Boolean);
}

/** An image inside the URL itself is not loaded from a host. */
function mayLoad(url: string, { markdown }: PartContext): boolean {
  return /^(?:data|blob):/i.test(url) || allowedImageUrl(url, markdown.imageHosts ?? []) !== undefined;
}

/** As the Markdown reader does: a link with the image's name. */
function linkTo(url: string, name: string | null, { markdown, strings }: PartContext): Node {
  const label = name || strings.image;
  const link = safeLink(url);
  const element = link ? createLink(link.href, label, '', markdown.links) : document.createElement('span');
  element.append(label);
  return element;
}
