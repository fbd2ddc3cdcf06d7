import type { Part, UnknownPart } from '../../../protocol/message.ts';
import { isTextPart, textOf } from '../../../protocol/message.ts';

import { citationPart } from './citation-part.ts';
import { drawPagePart } from './page-part.ts';
import type { Drawing, PartContext, PartRenderer } from './part-renderer.ts';
import { toolCallPart } from './tool-call-part.ts';

export { partStyles as styles } from '../styles/part-styles.ts';

/** Text, drawn as markdown. */
const textPart: PartRenderer = {
  accepts: isTextPart,
  draw(parts, context, nth) {
    const text = textOf(parts);
    return text === '' ? undefined : context.textView(nth).settle(text);
  },
};

/** The part types that are drawn. One row each. */
const TABLE = new Map<string, PartRenderer>([
  ['text', textPart],
  ['citation', citationPart],
  ['tool-call', toolCallPart],
]);

/** Draws a message's parts in order, neighbours of one type as one. A type nobody registered draws nothing. */
export function drawParts(parts: readonly Part[], context: PartContext): Drawing[] {
  const drawings: Drawing[] = [];
  const runs = new Map<string, number>();
  for (let start = 0; start < parts.length; ) {
    const { type } = parts[start]!;
    let end = start + 1;
    while (end < parts.length && parts[end]!.type === type) end++;
    const run = parts.slice(start, end);
    const nth = runs.get(type) ?? 0;
    runs.set(type, nth + 1);
    start = end;
    const ofThePage = context.renderers.get(type);
    const renderer = TABLE.get(type);
    if (ofThePage) {
      for (const part of run) drawings.push(drawPagePart(part as UnknownPart, ofThePage, context));
    } else if (renderer) {
      const drawable = run.filter(part => renderer.accepts(part));
      if (drawable.length > 0) drawings.push(renderer.draw(drawable, context, nth));
    }
  }
  return drawings.filter(drawing => drawing !== undefined);
}
