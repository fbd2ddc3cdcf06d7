import type { UnknownPart } from '../../../protocol/message.ts';
import type { Drawing, PagePartRenderer, PartContext } from './part-renderer.ts';

/** What was drawn, for as long as the message is on screen. */
const drawn = new WeakMap<PartContext, Map<UnknownPart, Drawing>>();

/** Calls a page's renderer once a part. One that throws, or returns something else, draws nothing and is named in the console. */
export function drawPagePart(part: UnknownPart, renderer: PagePartRenderer, context: PartContext): Drawing {
  const kept = drawn.get(context) ?? new Map<UnknownPart, Drawing>();
  drawn.set(context, kept);
  if (!kept.has(part)) kept.set(part, draw(part, renderer));
  return kept.get(part);
}

function draw(part: UnknownPart, renderer: PagePartRenderer): Drawing {
  try {
    const drawing = renderer(part) as Node | string | number | false | null | undefined;
    if (typeof drawing === 'string' || typeof drawing === 'number')
      return document.createTextNode(`${drawing}`);
    // `instanceof` would not know a node that was made in a frame.
    if (drawing && !drawing.nodeType) throw new TypeError('returned neither a node nor a text');
    return drawing || undefined;
  } catch (error) {
    console.error(`agent-chat: the renderer for "${part.type}" parts failed`, error);
    return undefined;
  }
}
