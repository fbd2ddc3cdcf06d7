import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import type { Ask } from '../server.ts';

/** The widget's files and their bytes, brotli, up to the launcher and up to a first answer. */
export async function bytes(
  browser: Browser,
  origin: string,
  ask: Ask,
): Promise<{ launcher: number; answer: number; files: string[] }> {
  const page = await browser.newPage();
  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    reading.push(response.body().then(body => void sizes.set(pathname, brotliCompressSync(body).length)));
  });
  const total = async (): Promise<number> => {
    await Promise.all(reading);
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  };
  await page.goto(`${origin}/widget.html`);
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  await page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  const launcher = await total();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(JSON.stringify(ask));
  await page.keyboard.press('Enter');
  const replied = ask.kilobytes > 0 ? 'we have the item.' : 'Thank you for your message.';
  await page.getByText(replied).last().waitFor();
  // What a finished answer brings along has been asked for two frames later.
  await page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  const answer = await total();
  await page.close();
  return { launcher, answer, files: [...sizes].map(([name, size]) => `${name} ${size}`) };
}
