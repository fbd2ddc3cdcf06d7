/** What only the drawn pixels tell: whether something stands where the eye wants it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Locator, Page, PageScreenshotOptions } from 'playwright';
import { app, browser, composer, dialog, launcher } from './demo-pages.ts';

/** Screen pixels in one of the page's: what is measured is no luck of rounding. */
const SCALE = 4;

type Clip = NonNullable<PageScreenshotOptions['clip']>;

interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each. */
  data: number[];
}

/** What is drawn in a part of the page. */
async function drawnIn(page: Page, clip: Clip): Promise<Pixels> {
  const picture = await page.screenshot({ clip });
  const reader = await browser.newPage();
  const pixels = await reader.evaluate(async base64 => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    return { width, height, data: [...canvas.getImageData(0, 0, width, height).data] };
  }, picture.toString('base64'));
  await reader.close();
  return pixels;
}

/** How far below the middle of a box its letters are drawn, in pixels of the page; what is near its edge is not looked at. */
async function drop(box: Locator, edge: number): Promise<number> {
  const { x, y, width, height } = (await box.boundingBox())!;
  const clip = { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
  const { data, ...all } = await drawnIn(box.page(), clip);
  const isInk = (_: unknown, at: number): boolean =>
    [0, 1, 2].some(channel => Math.abs(data[at * 4 + channel]! - data[channel]!) > 80);
  const pixels = Array.from({ length: data.length / 4 }, isInk);
  const inked = Array.from({ length: all.height }, (_, row) =>
    pixels.slice(row * all.width, (row + 1) * all.width).includes(true),
  );
  const [first, last] = [inked.indexOf(true), inked.lastIndexOf(true)];
  assert.ok(first > 0 && last < all.height - 1, 'the letters are in view, whole');
  return (first + last + 1 - all.height) / 2 / SCALE;
}

test('the agent’s letter and its two lines are level with its picture and buttons', async () => {
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
  const name = (await page.getByRole('heading', { name: 'HELEN' }).boundingBox())!;
  const line = (await chat.locator('[part=subtitle]').boundingBox())!;
  const avatar = chat.locator('[part=avatar]');
  const level = await middle(avatar);
  for (const [what, at] of [
    ['the letter', level + (await drop(avatar, 9))],
    // Their boxes end where their letters do.
    ['the lines', (name.y + line.y + line.height) / 2],
    ['the button', await middle(close)],
  ] as const) {
    assert.ok(Math.abs(at - level) <= 0.5, `${what}: ${at - level} pixels too low`);
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

test('the last line of a long question is as far from the edge as the first', async () => {
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

/** How dark one end of a box is drawn, from its very edge and a little further in; where there is no text. */
async function shades(box: Locator, end: 'left' | 'right'): Promise<{ edge: number; inside: number }> {
  const { x, y, width, height } = (await box.boundingBox())!;
  // Below the text of the last line, above the line around it.
  const clip = { x: end === 'left' ? x + 2 : x + width - 18, y: y + height - 6, width: 16, height: 3 };
  const pixels = await drawnIn(box.page(), clip);
  const columns = Array.from({ length: pixels.width }, (_, at) => 255 - pixels.data[at * 4 + 1]!);
  if (end === 'right') columns.reverse();
  return { edge: columns[1]!, inside: columns.at(-1)! };
}

const WIDE = `| Parcel | ${'Country | '.repeat(9)}
| --- | ${'--- | '.repeat(9)}
| Small | ${'Germany | '.repeat(9)}

\`\`\`
${'wide '.repeat(40)}
\`\`\`

| A | B |
| --- | --- |
| x | y |
`;

const SHADED: Record<string, BrowserContextOptions> = {
  'under a pointer': {},
  'under a pointer, with forced colours': { forcedColors: 'active' },
  'on a phone': { hasTouch: true, isMobile: true },
};

for (const [where, options] of Object.entries(SHADED)) {
  test(`code and tables have a shade only at an edge beyond which there is more, ${where}`, async () => {
    const page = await browser.newPage({
      ...options,
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`${app.url}/demo/`);
    await launcher(page).click();
    await page.locator('agent-chat').evaluate(async (chat, text) => {
      const ask = { role: 'user', parts: [{ type: 'text', text: 'Where to?' }] };
      const answer = { role: 'assistant', parts: [{ type: 'text', text }] };
      await (chat as HTMLElementTagNameMap['agent-chat']).restore({ messages: [ask, answer] as never });
    }, WIDE);
    const log = page.getByRole('log');
    const [table, narrow] = [
      log.getByRole('group', { name: 'Table' }).first(),
      log.getByRole('group', { name: 'Table' }).last(),
    ];
    const code = log.getByRole('group', { name: 'Code' });
    await log.getByRole('button', { name: 'Good answer' }).waitFor();
    if (!options.isMobile) await narrow.hover();
    const drawn = async (box: Locator): Promise<boolean[]> => {
      const [left, right] = [await shades(box, 'left'), await shades(box, 'right')];
      return [left, right].map(({ edge, inside }) => edge - inside > 15);
    };
    for (const box of [table, code]) {
      assert.deepEqual(await drawn(box), [false, true], 'at its beginning');
      await box.evaluate(element => element.scrollBy(60, 0));
      assert.deepEqual(await drawn(box), [true, true], 'on the way');
      await box.evaluate(element => element.scrollBy(9999, 0));
      assert.deepEqual(await drawn(box), [true, false], 'at its end');
    }
    assert.deepEqual(await drawn(narrow), [false, false], 'where nothing is cut');
    await page.close();
  });
}
