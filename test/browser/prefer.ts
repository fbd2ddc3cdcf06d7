import { emulateMedia } from '@web/test-runner-commands';

/**
 * Pretends that the visitor prefers this, where the browser lets a test do so: in Chromium. Elsewhere its own
 * preferences hold (light, motion, no forced colours), and the answer is false.
 */
export async function prefer(media: Parameters<typeof emulateMedia>[0]): Promise<boolean> {
  if (!navigator.userAgent.includes('Chrome')) return false;
  await emulateMedia(media);
  return true;
}
