import { isTextPart, textOf } from '../../../protocol/message.ts';
import type { PartRenderer } from './part-renderer.ts';

/** Text, drawn as markdown. */
export const textPart: PartRenderer = {
  accepts: isTextPart,
  draw(parts, context, nth) {
    const text = textOf(parts);
    if (text === '') return undefined;
    const view = context.textView(nth);
    view.settle(text);
    return view.element;
  },
};
