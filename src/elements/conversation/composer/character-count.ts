import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';

/** The characters that are left, or too many, in a long message. */
export function renderCount(count: number, strings: Strings): TemplateResult {
  const over = count > MESSAGE_MAX;
  const text = over
    ? strings.charactersOver(count - MESSAGE_MAX)
    : strings.charactersLeft(MESSAGE_MAX - count);
  return html`<div class=${over ? 'count over' : 'count'} .textContent=${text}></div>`;
}
