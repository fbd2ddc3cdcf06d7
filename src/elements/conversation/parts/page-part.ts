import type { UnknownPart } from '../../../protocol/message.ts';
import type { Drawing, PartContext } from './part-renderer.ts';

/** Draws one part of a type the page registered. Text is drawn as text, never as HTML. */
export type PagePartRenderer = (part: UnknownPart) => Node | string | undefined;

/** Calls a page's renderer once a part. One that throws draws nothing and is named in the console. */
export function drawPagePart(part: UnknownPart, renderer: PagePartRenderer, context: PartContext): Drawing {
  return context.keep(part, () => {
    try {
      const drawn = renderer(part);
      return typeof drawn === 'string' ? document.createTextNode(drawn) : drawn;
    } catch (error) {
      console.error(`agent-chat: the renderer for "${part.type}" parts failed`, error);
      return undefined;
    }
  });
}
