/** What a visitor can do once something has been said: with a message, in the log, and about a question already sent. */
import type { CSSResult } from 'lit';
import { css } from 'lit';
import { actionStyles } from './styles/action-styles.ts';
import { deskStyles } from './styles/desk-styles.ts';

export { endNotice, helpFor } from './desk-notices.ts';
export { LogDesk } from './log-desk.ts';
export { MessageDesk } from './message-desk.ts';
export { spokenText } from './spoken-text.ts';

export const styles: CSSResult = css`${actionStyles}${deskStyles}`;
