import { brotliCompressSync } from 'node:zlib';
import type { Browser, Response } from 'playwright';
import { type Ask, textOf } from '../answer-stream.ts';
import { lastWordsOf } from '../answers.ts';

export interface Bytes {
  launcher: number;
  answer: number;
  /** With what is fetched once the answer is there: its buttons, for one. */
  after: number;
  files: string[];
}

/** The widget's files and their bytes, brotli, up to the launcher and until a first answer is drawn. */
export async function bytes(browser: Browser, origin: string, ask: Ask): Promise<Bytes> {
  const page = await browser.newPage();
  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  const weigh = (response: Response): void => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    reading.push(response.body().then(body => void sizes.set(pathname, brotliCompressSync(body).length)));
  };
  page.on('response', weigh);
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
  const drawn = page.evaluate(loadedWhenDrawn, lastWordsOf(ask.kind, textOf(ask)).words);
  await page.keyboard.press('Enter');
  const loaded = await drawn;
  await page.getByRole('button', { name: 'Copy text' }).last().waitFor();
  page.off('response', weigh);
  const after = await total();
  const answer = loaded.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  await page.close();
  return { launcher, answer, after, files: [...sizes].map(([name, size]) => `${name} ${size}`) };
}

/** Runs in the page: the paths of all that has been loaded by the time these words of an answer are drawn. */
function loadedWhenDrawn(words: string): Promise<string[]> {
  const root = document.querySelector('agent-chat')!.shadowRoot!;
  return new Promise(resolve => {
    const watch = new MutationObserver(() => {
      const bubbles = [...root.querySelectorAll('[part~=bubble]')];
      if (!bubbles.some(bubble => bubble.textContent?.includes(words))) return;
      watch.disconnect();
      resolve(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    });
    watch.observe(root, { childList: true, characterData: true, subtree: true });
  });
}
