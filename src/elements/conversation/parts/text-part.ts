import { isTextPart, textOf } from '../../../protocol/message.ts';
import type { PartRenderer } from './part-renderer.ts';

/** Text, drawn as markdown. */
export const textPart: PartRenderer = {
  accepts: isTextPart,
  draw(parts, context, nth) {
    const text = textOf(parts);
    return text === '' ? undefined : context.textView(nth).settle(text);
  },
};
