import type { TemplateResult } from 'lit';
import type { Incomplete } from '../../../client/conversation/conversation-state.ts';
import type { Turn } from '../../../client/index.ts';
import { icon } from '../icons.ts';

const CIRCLE = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z';

export const alertIcon: TemplateResult = icon(`${CIRCLE}M12 7.8v5M12 16.2h.01`);
export const clockIcon: TemplateResult = icon(`${CIRCLE}M12 7.5V12l3 2`);
export const checkIcon: TemplateResult = icon(`${CIRCLE}M8.2 12.2l2.6 2.6 5-5.4`);
const offlineIcon: TemplateResult = icon(
  'M4 4l16 16M8.7 7.2A5.8 5.8 0 0 1 17.4 11a3.9 3.9 0 0 1 3 6M17.5 18.5H7a4.6 4.6 0 0 1-.6-9.1',
);
const stoppedIcon: TemplateResult = icon(
  'M7 6h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z',
);

/** The icon of a turn that failed, waits for the network, or resumes. */
export function iconOfTurn({ error }: Turn): TemplateResult {
  if (error?.code === 'rate_limited') return clockIcon;
  return error && (error.code !== 'offline' || navigator.onLine) ? alertIcon : offlineIcon;
}

/** The icon of a reply that ended early. */
export function iconOfReply(incomplete: Incomplete | undefined): TemplateResult {
  return incomplete === 'stopped' ? stoppedIcon : alertIcon;
}
