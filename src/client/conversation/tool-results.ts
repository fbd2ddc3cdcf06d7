import type { Part, ToolCallPart } from '../../protocol/message.ts';
import { isToolCallPart, textOf } from '../../protocol/message.ts';

/** What a call came to that the visitor did not allow. */
export const DECLINED = 'declined';
/** What a call came to whose page went before it was done. */
export const INTERRUPTED = 'interrupted';

/** What is sent for a question: the visitor's words, and behind them what goes along. */
export function askedText(parts: readonly Part[]): string {
  return textOf(parts) + parts.filter(isToolCallPart).map(inWords).join('');
}

/** In English and JSON, as models read both in any conversation. */
export function inWords({ name, state, output }: ToolCallPart): string {
  const result = output === undefined ? state : JSON.stringify(output);
  return `\n\n[${state === 'failed' ? 'Failure' : 'Result'} of ${name}: ${result}]`;
}
