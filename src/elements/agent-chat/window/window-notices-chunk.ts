/** What only some sites have around the conversation, in a chunk of its own: consent, and the page that is sent along. */
export { renderConsent } from './consent-view.ts';
export { noticeStyles } from './notice-styles.ts';
export { PageContext } from './page-context.ts';
