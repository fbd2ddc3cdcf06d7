import type { UnknownPart } from '../../../protocol/message.ts';
import type { Drawing, PartContext } from './part-renderer.ts';

/** Draws one part of a type the page registered. Text is drawn as text, never as HTML. */
export type PagePartRenderer = (part: UnknownPart) => Node | string | undefined;

/** What was drawn, for as long as the message is on screen. */
const drawn = new WeakMap<PartContext, Map<UnknownPart, Drawing>>();

/** Calls a page's renderer once a part. One that throws draws nothing and is named in the console. */
export function drawPagePart(part: UnknownPart, renderer: PagePartRenderer, context: PartContext): Drawing {
  const kept = drawn.get(context) ?? new Map<UnknownPart, Drawing>();
  drawn.set(context, kept);
  if (!kept.has(part)) kept.set(part, draw(part, renderer));
  return kept.get(part);
}

function draw(part: UnknownPart, renderer: PagePartRenderer): Drawing {
  try {
    const node = renderer(part);
    return typeof node === 'string' ? document.createTextNode(node) : node;
  } catch (error) {
    console.error(`agent-chat: the renderer for "${part.type}" parts failed`, error);
    return undefined;
  }
}
