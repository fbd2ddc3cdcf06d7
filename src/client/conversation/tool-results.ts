import { stringify } from '../../protocol/json.ts';
import { MESSAGE_MAX } from '../../protocol/limits.ts';
import type { Part, ToolCallPart } from '../../protocol/message.ts';
import { isTextPart, isToolCallPart, textOf } from '../../protocol/message.ts';
import type { ChatMessage } from './conversation-state.ts';

/** The output of a call that the visitor did not allow. */
export const DECLINED = 'declined';

/** The text that is sent for a message: the visitor's words, followed by the tool results sent with them. */
export function askedText(parts: readonly Part[]): string {
  const text = textOf(parts) + parts.filter(isToolCallPart).map(resultText).join('');
  return areResults(parts) ? firstCharacters(text.trim(), MESSAGE_MAX) : text;
}

/** Whether a message is the visitor's own. */
export function isQuestion(message: ChatMessage): boolean {
  return message.role === 'user' && !isToolRound(message);
}

/** Whether a message only carries the results that an agent waits for. Such a message is not shown. */
export function isToolRound({ role, parts }: ChatMessage): boolean {
  return role === 'user' && areResults(parts);
}

function areResults(parts: readonly Part[]): boolean {
  return parts.some(isToolCallPart) && !parts.some(isTextPart);
}

/** Truncates a text to a number of characters. */
export function firstCharacters(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('');
}

/** A result as text, in English and JSON: models understand these in a conversation of any language. */
export function resultText({ name, state, output }: ToolCallPart): string {
  const result = output === undefined ? state : stringify(output);
  return `\n\n[${state === 'failed' ? 'Failure' : 'Result'} of ${name}: ${result}]`;
}
