import type { Part, UnknownPart } from '../../../protocol/message.ts';
import { isTextPart, textOf } from '../../../protocol/message.ts';
import { linkCitationMarks } from './citation-marks.ts';
import { citationPart, sourcesOf } from './citation-part.ts';
import { renderPagePart } from './page-part.ts';
import type { PartContext, PartRenderer, RenderedPart } from './part-renderer.ts';
import { toolCallPart } from './tool-call-part.ts';

export { partStyles as styles } from '../styles/part-styles.ts';

/** Text, rendered as Markdown, whose references to sources are buttons. */
const textPart: PartRenderer = {
  accepts: isTextPart,
  render(parts, context, nth, message) {
    const text = textOf(parts);
    if (text === '') return undefined;
    const sources = sourcesOf(message);
    const link = (element: Element): void => linkCitationMarks(element, sources, context.strings);
    return context.textView(nth).finalize(text, sources.length > 0 ? link : undefined);
  },
};

/** The built-in part types, one row each. */
const TABLE = new Map<string, PartRenderer>([
  ['text', textPart],
  ['citation', citationPart],
  ['tool-call', toolCallPart],
]);

/** Renders a message's parts in order, adjacent parts of one type together. Unknown types render nothing. */
export function renderParts(parts: readonly Part[], context: PartContext): RenderedPart[] {
  const rendered: RenderedPart[] = [];
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
      for (const part of run) rendered.push(renderPagePart(part as UnknownPart, ofThePage, context));
    } else if (renderer) {
      const renderable = run.filter(part => renderer.accepts(part));
      if (renderable.length > 0) rendered.push(renderer.render(renderable, context, nth, parts));
    }
  }
  return rendered.filter(part => part !== undefined);
}
