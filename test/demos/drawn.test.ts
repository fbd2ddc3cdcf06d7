/** What only the drawn pixels tell: whether something stands where the eye wants it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright';
import { app, browser, composer, dialog, launcher } from './demo-pages.ts';

/** Screen pixels in one of the page's: what is measured is no luck of rounding. */
const SCALE = 4;

/** How far below the middle of a box its letters are drawn, in pixels of the page; what is near its edge is not looked at. */
async function drop(box: Locator, edge: number): Promise<number> {
  const { x, y, width, height } = (await box.boundingBox())!;
  const clip = { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
  const picture = await box.page().screenshot({ clip });
  const reader = await browser.newPage();
  const rows = await reader.evaluate(async base64 => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    const isInk = (_: unknown, at: number): boolean =>
      [0, 1, 2].some(channel => Math.abs(data[at * 4 + channel]! - data[channel]!) > 80);
    const pixels = Array.from({ length: data.length / 4 }, isInk);
    const inked = Array.from({ length: bitmap.height }, (_, row) =>
      pixels.slice(row * bitmap.width, (row + 1) * bitmap.width).includes(true),
    );
    return { first: inked.indexOf(true), last: inked.lastIndexOf(true), all: inked.length };
  }, picture.toString('base64'));
  await reader.close();
  assert.ok(rows.first > 0 && rows.last < rows.all - 1, 'the letters are in view, whole');
  return (rows.first + rows.last + 1 - rows.all) / 2 / SCALE;
}

test('the agent’s name and its letter stand level with their picture and buttons', async () => {
  const page = await browser.newPage({ deviceScaleFactor: SCALE, reducedMotion: 'reduce' });
  await page.goto(`${app.url}/demo/`);
  const chat = page.locator('agent-chat');
  await chat.evaluate(element => element.setAttribute('heading', 'HELEN'));
  await launcher(page).click();
  const close = dialog(page).getByRole('button', { name: 'Close chat' });
  const middle = async (box: Locator): Promise<number> => {
    const { y, height } = (await box.boundingBox())!;
    return y + height / 2;
  };
  const heading = page.getByRole('heading', { name: 'HELEN' });
  const avatar = chat.locator('[part=avatar]');
  const level = await middle(avatar);
  for (const [name, at] of [
    ['the letter', level + (await drop(avatar, 9))],
    ['the name', (await middle(heading)) + (await drop(heading, 1))],
    ['the button', await middle(close)],
  ] as const) {
    assert.ok(Math.abs(at - level) <= 0.5, `${name} is ${at - level} pixels too low`);
  }
  await page.close();
});

for (const forcedColors of ['none', 'active'] as const) {
  test(`the launcher is round, with forced colours ${forcedColors}`, async () => {
    const page = await browser.newPage({ forcedColors, reducedMotion: 'reduce' });
    await page.goto(`${app.url}/demo/`);
    const { width, height } = (await launcher(page).boundingBox())!;
    assert.equal(width, height);
    await page.close();
  });
}

test('the last line of a long question stands as far from the edge as the first', async () => {
  const page = await browser.newPage();
  await page.goto(`${app.url}/demo/`);
  await launcher(page).click();
  await composer(page).pressSequentially('Where is my order? '.repeat(20));
  const below = await composer(page).evaluate(
    field => field.scrollHeight - field.clientHeight - field.scrollTop,
  );
  assert.ok(below <= 2, `${below} pixels of the edge are scrolled away`);
  await page.close();
});
