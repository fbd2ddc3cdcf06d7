import { css } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { adoptStyles } from '../adopt-styles.ts';

const styles = css`
  .thinking span {
    margin-inline-start: 4px;
    font-size: 0.9em;
    color: var(--_muted);
    white-space: nowrap;
  }
`;

/** Says beside the dots of an answer, and to screen readers, that it takes longer; unless a notice below says why. */
export function sayLongWait(dots: HTMLElement, { longWait: text }: Pick<Strings, 'longWait'>): void {
  if (!dots.isConnected || dots.closest('agent-chat-message')?.querySelector('.notice')) return;
  adoptStyles(dots, styles);
  const words = document.createElement('span');
  words.textContent = text;
  dots.append(words);
  dots.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text } }));
}
