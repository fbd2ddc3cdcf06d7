import { isTextPart, textOf } from '../../../protocol/message.ts';
import type { PartRenderer } from './part-renderer.ts';
import { TextView } from './text-view.ts';

/** Under which a message keeps the view of its nth text. The running reply writes into the first. */
export function textViewKey(nth: number): string {
  return `text ${nth}`;
}

/** Text, drawn as markdown. */
export const textPart: PartRenderer = {
  accepts: isTextPart,
  draw(parts, context) {
    const text = textOf(parts);
    if (text === '') return undefined;
    const view = context.keep(
      textViewKey(context.nth),
      () => new TextView(context.markdown, context.fetching),
    );
    view.settle(text);
    return view.element;
  },
};
