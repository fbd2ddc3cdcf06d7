import { createLink } from '../../../markdown/create-link.ts';
import { allowedImageUrl, safeLink } from '../../../markdown/safe-url.ts';
import type { PartContext } from './part-renderer.ts';

/** The attributes that an element loads images from, by its name. Of all elements, `background` is checked, too. */
const IMAGE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['srcset'],
  input: ['src'],
  video: ['poster'],
  object: ['data'],
  embed: ['src'],
  image: ['href'],
  feImage: ['href'],
  use: ['href'],
};

/** SVG attributes whose value is CSS, and those that hold the animated value of one. */
const CSS_ATTRIBUTE = /^(?:fill|stroke|filter|mask|clip-path|cursor|marker(?:-\w+)?|from|to|by|values)$/;

/** A CSS string whose only escapes are quotation marks, or an unquoted `url()` without escapes. */
const CSS_ADDRESS =
  /url\([\t\n\f\r ]*([^\s"'()\\]*)[\t\n\f\r ]*\)|"((?:[^"\\\n]|\\")*)"|'((?:[^'\\\n]|\\')*)'/gi;
/** What makes the addresses of CSS unclear once `CSS_ADDRESS` is replaced by `url($)` or `$`. */
const UNCLEAR_CSS = /["'\\]|\/\*|url\((?!\s*\$\s*\))/i;
const IMAGE_FUNCTION = /(?:url|src|image|image-set)\(/i;
/** Functions that accept an address from elsewhere, such as a custom property. */
const OPEN_IMAGE_FUNCTION = /(?:src|image|image-set)\(/i;
const REFERENCE = /(?:var|env|attr|if|inherit|--[^\s(]*)\(/i;

/**
 * Applies `image-hosts` to what the page rendered, because its data came with an answer. Most elements start to load
 * after the current task, so this prevents the request. Every image in WebKit, an image button and an image in an SVG in
 * Firefox, and `<use>` in Chromium can start while the renderer creates the element.
 */
export function withAllowedImages(node: Node, context: PartContext): Node {
  const container = document.createDocumentFragment();
  container.append(node);
  for (const element of container.querySelectorAll<HTMLElement>('*')) {
    removeRefusedStyles(element, context);
    removeRefusedAttributes(element, context);
  }
  return container.childNodes.length === 1 ? container.firstChild! : container;
}

function removeRefusedAttributes(element: Element, context: PartContext): void {
  const names = IMAGE_ATTRIBUTES[element.localName] ?? [];
  const isSvg = element.namespaceURI === 'http://www.w3.org/2000/svg';
  // An animation may set the address of an image.
  if (isSvg && element.getAttribute('attributeName')?.includes('href')) element.remove();
  // The local name of `xlink:href` is `href`, whatever its prefix.
  for (const attribute of Array.from(element.attributes)) {
    const { localName: name, value } = attribute;
    if (isSvg && CSS_ATTRIBUTE.test(name) && !mayLoadCss(value, context))
      element.removeAttributeNode(attribute);
    if (name !== 'background' && !names.includes(name)) continue;
    const refused = (name === 'srcset' ? urlsOf(value) : [value]).find(url => !mayLoad(url, context));
    if (refused === undefined) continue;
    const picture = element.closest('picture');
    const image = picture?.querySelector('img') ?? element;
    if (image.localName === 'img')
      (picture ?? image).replaceWith(linkTo(refused, image.getAttribute('alt'), context));
    // An element that is not in the page loads, too.
    element.removeAttributeNode(attribute);
    for (const each of names) element.removeAttribute(each);
  }
}

function removeRefusedStyles({ style }: HTMLElement, context: PartContext): void {
  for (const property of Array.from(style ?? [])) {
    const value = writtenValue(property, style);
    if (value === undefined || !mayLoadCss(value, context)) style.removeProperty(property);
  }
}

/**
 * The value of a property, or of its shorthand if that has `var()` and the property therefore no value of its
 * own. Undefined if neither is known.
 */
function writtenValue(property: string, style: CSSStyleDeclaration): string | undefined {
  const value = style.getPropertyValue(property);
  if (value || property.startsWith('--')) return value;
  const words = property.split('-');
  while (words.pop()) {
    const shorthand = style.getPropertyValue(words.join('-'));
    if (shorthand) return shorthand;
  }
  return undefined;
}

/** Whether CSS loads nothing but allowed images. CSS with unclear addresses is refused. */
function mayLoadCss(css: string, context: PartContext): boolean {
  // Only functions load.
  if (!css.includes('(')) return true;
  const addresses: string[] = [];
  const rest = css.replace(CSS_ADDRESS, (_, url?: string, quoted?: string, single?: string) => {
    addresses.push((url ?? quoted ?? single!).replace(/\\(["'])/g, '$1'));
    return url === undefined ? '$' : 'url($)';
  });
  if (UNCLEAR_CSS.test(rest)) return false;
  if (!IMAGE_FUNCTION.test(rest)) return true;
  if (OPEN_IMAGE_FUNCTION.test(rest) && REFERENCE.test(rest)) return false;
  return addresses.every(address => mayLoad(address, context));
}

/**
 * The URLs of a `srcset`, as the browser reads it.
 * https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
function urlsOf(srcset: string): string[] {
  const urls: string[] = [];
  let rest = srcset;
  while (rest) {
    const [start, url = ''] = /^[\t\n\f\r ,]*([^\t\n\f\r ]*)/.exec(rest)!;
    rest = rest.slice(start.length);
    if (url) urls.push(url.replace(/,+$/, ''));
    // The descriptors end at a comma outside parentheses.
    if (!url.endsWith(',')) rest = rest.replace(/^(?:\([^)]*\)?|[^,(])*/, '');
  }
  return urls;
}

/** An image inside the URL itself, or in the same document, is not loaded from a host. An empty URL loads nothing. */
function mayLoad(url: string, { markdown }: PartContext): boolean {
  if (/^(?:data:|blob:|#|$)/i.test(url)) return true;
  try {
    // The browser reads `\` as `/` and skips tabs, which decides about the host.
    const { href } = new URL(url, document.baseURI);
    return allowedImageUrl(href, markdown.imageHosts ?? []) !== undefined;
  } catch {
    return false;
  }
}

/** As the Markdown reader does: a link with the image's name. */
function linkTo(url: string, name: string | null, { markdown, strings }: PartContext): Node {
  const label = name || strings.image;
  const link = safeLink(url);
  const element = link ? createLink(link.href, label, '', markdown.links) : document.createElement('span');
  element.append(label);
  return element;
}
