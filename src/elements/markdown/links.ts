import type { MarkedToken, Tokens } from 'marked';
import { decodeEntities } from './entities.ts';
import type { LinkTarget } from './options.ts';
import { plainText } from './plain-text.ts';
import { allowedImage, type SafeLink, safeLink, withoutBidiMarks } from './safe-url.ts';

/** A link's element without its text, or `undefined` when its target may not be followed. */
export function createLink(
  token: Tokens.Link | Tokens.Image,
  target: LinkTarget,
): { element: HTMLAnchorElement; link: SafeLink } | undefined {
  const link = safeLink(decodeEntities(token.href));
  if (!link) return undefined;
  const element = document.createElement('a');
  element.setAttribute('href', link.href);
  const title = token.title ? decodeEntities(token.title) : '';
  const label = plainText((token.tokens ?? []) as MarkedToken[]);
  const host = link.host !== '' && !label.includes(link.host) ? link.host : '';
  const hint = title !== '' && host !== '' ? `${title} (${host})` : title || host;
  if (hint !== '') element.title = withoutBidiMarks(hint);
  if (link.host !== '') element.rel = 'noopener noreferrer nofollow ugc';
  if (target === 'new-tab' || (target === 'auto' && link.host !== '')) {
    element.target = '_blank';
    element.rel ||= 'noopener noreferrer';
  }
  return { element, link };
}

/** An image that may load, lazily and in space kept for it; `undefined` when its host is not allowed. */
export function createImage(token: Tokens.Image, hosts: readonly string[]): HTMLImageElement | undefined {
  const source = allowedImage(decodeEntities(token.href), hosts);
  if (source === undefined) return undefined;
  const image = document.createElement('img');
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.alt = imageName(token);
  if (token.title) image.title = decodeEntities(token.title);
  image.setAttribute('src', source);
  return image;
}

export function imageName(token: Tokens.Image): string {
  return plainText((token.tokens ?? []) as MarkedToken[]) || decodeEntities(token.text);
}
