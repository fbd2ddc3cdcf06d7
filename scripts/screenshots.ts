/** Takes the pictures of the README and the documents from the running thing: `node scripts/screenshots.ts`. */
import { chromium } from 'playwright';
import { startApp } from '../test/e2e/app.ts';
import { CHROMIUM_ARGS, ensureChromium } from './browser.ts';

const app = await startApp();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`${app.url}/demo/`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('textbox', { name: 'Message' }).fill('How do I feed it my own documents?');
  await page.keyboard.press('Enter');
  const sources = window.locator('summary').first();
  await sources.click();
  await page.screenshot({ path: 'docs/images/demo-shop.png', animations: 'disabled' });
} finally {
  await browser.close();
  await app.stop();
}
