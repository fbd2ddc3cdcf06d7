import type { UnknownPart } from '../../../protocol/message.ts';
import { withAllowedImages } from './allowed-images.ts';
import type { PagePartRenderer, PartContext, RenderedPart } from './part-renderer.ts';

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

/** A text in the direction of its own words, as in a chat of the other direction. */
function ownDirection(text: string): HTMLElement {
  const element = document.createElement('div');
  element.dir = 'auto';
  element.textContent = text;
  return element;
}

function render(part: UnknownPart, renderer: PagePartRenderer, context: PartContext): RenderedPart {
  try {
    const result = renderer(part) as Node | string | number | false | null | undefined;
    if (typeof result === 'string' || typeof result === 'number') return ownDirection(`${result}`);
    // `instanceof` does not recognise a node from another frame.
    if (result && !result.nodeType) throw new TypeError('returned neither a node nor a text');
    return result ? withAllowedImages(result, context) : undefined;
  } catch (error) {
    console.error(`agent-chat: the renderer for "${part.type}" parts failed`, error);
    return undefined;
  }
}
