/** Everything the visitor can do with messages, as one chunk that loads with the first of them. */
import type { CSSResult } from 'lit';
import { css } from '../css.ts';
import { actionStyles } from './styles/action-styles.ts';
import { interactionStyles } from './styles/interaction-styles.ts';
import { streamingStyles } from './styles/streaming-styles.ts';

export { renderCount } from './composer/character-count.ts';
export { LogController } from './log/log-controller.ts';
export { MessageController } from './message/message-controller.ts';
export { iconOfReply, iconOfTurn } from './message/notice-icons.ts';
export { endNotice, helpFor, sayLongWait } from './message/service-notices.ts';
export { announcedText } from './message/spoken-text.ts';

export const styles: CSSResult = css`${actionStyles}${interactionStyles}${streamingStyles}`;
