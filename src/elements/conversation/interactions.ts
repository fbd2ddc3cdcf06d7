/** What a visitor can do once something has been said: with a message, in the log, and about a question already sent. */
import type { CSSResult } from 'lit';
import { css } from 'lit';
import { actionStyles } from './styles/action-styles.ts';
import { interactionStyles } from './styles/interaction-styles.ts';

export { renderCount } from './character-count.ts';
export { endNotice, helpFor } from './end-notices.ts';
export { LogController } from './log-controller.ts';
export { MessageController } from './message-controller.ts';
export { readOut } from './read-out.ts';

export const styles: CSSResult = css`${actionStyles}${interactionStyles}`;
