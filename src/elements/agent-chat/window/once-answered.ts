/** What is of use once there is an answer, in a chunk of its own: paper, and the launcher's badge and movements. */
export { launcherExtras } from './launcher-extras.ts';
export { printWithPage } from './print-page.ts';
