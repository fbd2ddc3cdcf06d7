import type { Part, UnknownPart } from '../../../protocol/message.ts';
import { richParts } from '../fetched-parts.ts';
import type { PagePartRenderer } from './page-part.ts';
import { drawPagePart } from './page-part.ts';
import type { Drawing, PartContext, PartRenderer } from './part-renderer.ts';
import { textPart } from './text-part.ts';

/** The part types that are drawn. One row each; undefined while its code is on its way. */
const TABLE = new Map<string, () => PartRenderer | undefined>([
  ['text', () => textPart],
  ['citation', () => richParts.now?.citationPart],
  ['tool-call', () => richParts.now?.toolCallPart],
]);

/** Draws a message's parts in order, neighbours of one type as one. A type nobody registered draws nothing. */
export function drawParts(
  parts: readonly Part[],
  context: Omit<PartContext, 'nth'>,
  ofThePage: ReadonlyMap<string, PagePartRenderer>,
): Drawing[] {
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
    const registered = ofThePage.get(type);
    if (registered) {
      for (const part of run)
        drawings.push(drawPagePart(part as UnknownPart, registered, { ...context, nth }));
      continue;
    }
    const row = TABLE.get(type);
    const renderer = row?.();
    if (row && !renderer) context.fetching(richParts.fetch());
    const drawable = renderer ? run.filter(part => renderer.accepts(part)) : [];
    if (renderer && drawable.length > 0) drawings.push(renderer.draw(drawable, { ...context, nth }));
  }
  return drawings.filter(drawing => drawing !== undefined);
}
