/** What each visitor’s preferences get: motion, colours, contrast, size and spacing of text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { app, ask, buttonsWithoutEdge, composer, dialog, LEAD_FORM, launcher, visit } from './demo-pages.ts';

test('moves nothing with reduced motion, from opening to answer', async () => {
  const { page } = await visit('/demo/', { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const moving: string[] = [];
    Object.assign(globalThis, { moving });
    const look = (): void => {
      for (const animation of document.querySelector('agent-chat')?.shadowRoot?.getAnimations() ?? []) {
        const target = (animation.effect as KeyframeEffect | null)?.target;
        // A shade at the edge of code moves with who scrolls it, and else not.
        if (!(animation.timeline instanceof DocumentTimeline)) continue;
        if (animation.playState === 'running') moving.push(target?.className ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await launcher(page).click();
  await composer(page).waitFor();
  await ask(page);
  assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { moving: string[] }).moving), []);
  await page.context().close();
});

test('is clear in forced colours: every button has an edge, and every icon the colour of its text', async () => {
  const { page } = await visit('/demo/', { forcedColors: 'active' });
  await page.evaluate(() => document.querySelector('agent-chat')?.setAttribute('consent', 'required'));
  await launcher(page).click();
  const agree = page.getByRole('button', { name: 'Agree and start' });
  await agree.waitFor();
  assert.deepEqual(await buttonsWithoutEdge(page), []);
  await agree.click();
  await composer(page).waitFor();
  await ask(page);
  assert.deepEqual(await buttonsWithoutEdge(page), []);
  await page.context().close();
});

test('shows the grip that resizes the window in forced colours to whoever reaches it, and else nothing', async () => {
  const { page } = await visit('/demo/', { forcedColors: 'active' });
  await launcher(page).click();
  await composer(page).waitFor();
  const grip = dialog(page).getByRole('button', { name: /^Resize/ });
  const edge = () => grip.evaluate(node => getComputedStyle(node).borderTopStyle);
  assert.equal(await edge(), 'none');
  await grip.hover();
  await page.waitForFunction(isEdged, await grip.elementHandle());
  await page.mouse.move(0, 0);
  assert.equal(await edge(), 'none');
  // Its focus is only marked for the keyboard.
  await page.keyboard.press('Tab');
  await grip.focus();
  await page.waitForFunction(isEdged, await grip.elementHandle());
  assert.deepEqual(await buttonsWithoutEdge(page), []);
  await page.context().close();
});

/** Runs in the page, after the code of the grip has come. */
function isEdged(grip: Element | null): boolean {
  return !!grip && getComputedStyle(grip).borderTopStyle !== 'none';
}

test('keeps the buttons of the header apart in forced colours, where each has an edge', async () => {
  const { page } = await visit('/demo/', { forcedColors: 'active' });
  await launcher(page).click();
  await composer(page).waitFor();
  await ask(page);
  const boxes = await Promise.all(
    (await dialog(page).locator('[part~=header-button]').all()).map(button => button.boundingBox()),
  );
  assert.ok(boxes.length > 2, 'there are several');
  for (const [n, box] of boxes.slice(1).entries()) {
    const before = boxes[n]!;
    assert.ok(box!.x - (before.x + before.width) >= 2, 'a gap between two');
  }
  await page.context().close();
});

test('shows in forced colours which rating was given', async () => {
  const { page } = await visit('/demo/', { forcedColors: 'active' });
  await launcher(page).click();
  await composer(page).waitFor();
  await ask(page);
  const good = page.getByRole('button', { name: 'Good answer' });
  const edge = () => good.evaluate(node => getComputedStyle(node).borderTopWidth);
  assert.equal(await edge(), '1px');
  await good.click();
  await good.and(page.locator('[aria-pressed=true]')).waitFor();
  assert.equal(await edge(), '3px');
  await page.context().close();
});

test('draws its lines in the colour of the text with more contrast', async () => {
  const { page } = await visit('/demo/', { contrast: 'more' });
  await launcher(page).click();
  await composer(page).waitFor();
  const [line, text] = await page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    const header = root?.querySelector('[part=header]');
    if (!header) throw new Error('there is no header');
    const { borderBottomColor, color } = getComputedStyle(header);
    return [borderBottomColor, color];
  });
  assert.equal(line, text);
  await page.context().close();
});

/** Controls and texts whose own box is too small for them, in a direction in which it cuts off. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    if (!root) throw new Error('there is no chat');
    const log = root.querySelector('[role=log]');
    const window = root.querySelector('dialog');
    return [
      ...root.querySelectorAll<HTMLElement>('button, h2, p, li, td, a, summary, label, input, textarea'),
    ]
      .filter(node => {
        const { overflowX, overflowY } = getComputedStyle(node);
        const isTooWide = overflowX !== 'visible' && node.scrollWidth > node.clientWidth + 1;
        const isTooHigh = overflowY !== 'visible' && node.scrollHeight > node.clientHeight + 1;
        return node.checkVisibility() && (isTooWide || isTooHigh);
      })
      .map(node => node.outerHTML.slice(0, 120))
      .concat(
        [log, window].flatMap(box => (box && box.scrollWidth > box.clientWidth ? [box.localName] : [])),
      );
  });
}

const READERS: [string, (page: Page) => Promise<unknown>][] = [
  [
    'spaces lines, letters and words out',
    page =>
      page.evaluate(() => {
        const spaced = new CSSStyleSheet();
        // The values of WCAG 1.4.12.
        spaced.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
        );
        document.querySelector('agent-chat')?.shadowRoot?.adoptedStyleSheets.push(spaced);
      }),
  ],
  [
    'doubles the text size of the page',
    page =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      }),
  ],
];

for (const [does, make] of READERS) {
  test(`cuts off nothing when a reader ${does}: in an answer, an error and a form`, async () => {
    const { page } = await visit('/demo/');
    await launcher(page).click();
    await composer(page).waitFor();
    await make(page);
    await ask(page);
    assert.deepEqual(await cutOff(page), [], 'an answer');
    await page.route('**/chat', route =>
      route.fulfill({ status: 402, json: { error: { code: 'credits_exhausted', message: '' } } }),
    );
    await composer(page).fill('And now?');
    await composer(page).press('Enter');
    await page
      .getByText(/can’t answer more questions/)
      .first()
      .waitFor();
    assert.deepEqual(await cutOff(page), [], 'an error');
    await page.evaluate(leadForm => {
      const chat = document.querySelector('agent-chat');
      void chat?.logout();
      Object.assign(chat ?? {}, { settings: { leadForm } });
    }, LEAD_FORM);
    await page.getByLabel('Email').waitFor();
    assert.deepEqual(await cutOff(page), [], 'a form');
    await page.context().close();
  });
}

test('follows the browser’s font size, and cuts off nothing', async t => {
  // Twice what a browser comes with.
  const large = await launchHeadless({ args: ['--blink-settings=defaultFontSize=32'] });
  t.after(() => large.close());
  const page = await large.newPage();
  await page.goto(`${app.url}/demo/`);
  // As many sites do, so that their rem is ten pixels.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '62.5%';
  });
  await launcher(page).click();
  await ask(page);
  const size = await page.getByRole('article').last().locator('p').first().evaluate(sizeOfText);
  assert.equal(size, '30px');
  assert.equal(await composer(page).evaluate(sizeOfText), '30px');
  assert.deepEqual(await cutOff(page), []);
  for (const name of ['Close chat', 'More options']) {
    const button = dialog(page).getByRole('button', { name });
    await button.click({ trial: true });
    const icon = await button.locator('svg').boundingBox();
    assert.ok(icon && icon.width >= 30, `the icon of “${name}” is as large as a letter`);
  }
  const actions = page.getByRole('article').last().getByRole('button');
  const icons = await actions
    .locator('svg')
    .evaluateAll(all => all.map(icon => icon.getBoundingClientRect()));
  assert.ok(icons.length >= 4, 'what can be done with an answer');
  for (const [n, { left, width }] of icons.entries()) {
    const before = icons[n - 1];
    assert.ok(!before || left - before.right >= width / 2, `room between icon ${n} and the one before it`);
  }
});

test('follows the browser’s font size in the settings, and cuts off nothing', async t => {
  const large = await launchHeadless({ args: ['--blink-settings=defaultFontSize=32'] });
  t.after(() => large.close());
  const page = await large.newPage({ viewport: { width: 1024, height: 768 } });
  await page.goto(`${app.url}/`);
  const panel = page.getByRole('region', { name: 'Chat settings' });
  await panel.getByLabel('Admin token').fill(app.adminToken);
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  for (const tab of await panel.getByRole('tab').all()) {
    await tab.click();
    const open = panel.getByRole('tabpanel');
    await open.getByRole('heading').first().waitFor();
    assert.equal(await open.evaluate(sizeOfText), '30px');
    assert.deepEqual(await open.evaluate(cutOffIn), [], (await tab.textContent()) ?? '');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
});

/** Controls and texts of the panel whose own box is too narrow for them. */
function cutOffIn(open: Element): string[] {
  return [...open.querySelectorAll<HTMLElement>('button, label, h3, h4, .hint, .limit, figcaption')]
    .filter(
      ({ className, scrollWidth, clientWidth }) =>
        className !== 'sr' && clientWidth > 0 && scrollWidth > clientWidth + 1,
    )
    .map(({ outerHTML }) => outerHTML.slice(0, 120));
}

function sizeOfText(node: Element): string {
  return getComputedStyle(node).fontSize;
}
