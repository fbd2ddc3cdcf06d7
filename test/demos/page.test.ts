/** The chat on pages of others: what it loads, what it leaves alone, and what it leaves behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright';
import { app, ask, browser, composer, dialog, launcher, visit } from './demo-pages.ts';

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
};

test('loads a launcher and its settings, the rest at the first sign of interest, and moves nothing on the page', async () => {
  const { page, asked } = await visit('/demo/');
  await launcher(page).waitFor();
  await page.waitForLoadState('networkidle');
  const own = asked.filter(path => !path.startsWith('/demo/'));
  assert.deepEqual(own, ['/agent-chat.js', `/api/v2/agents/${app.agentId}/settings`]);
  const before = asked.length;
  await launcher(page).hover();
  await page.waitForFunction(
    count =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length > count,
    1,
  );
  await launcher(page).click();
  await composer(page).waitFor();
  await composer(page).press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts), []);
  await launcher(page).click();
  await ask(page);
  const later = asked.slice(before);
  assert.deepEqual(
    later.filter(path => !/^\/(chunks|assets|api\/v2)?\/?[\w./-]*$/.test(path)),
    [],
    'no other host is asked',
  );
  await page.context().close();
});

for (const label of [
  'Chatten Sie jetzt mit unserem Kundendienst in Oberösterreich',
  'Donaudampfschifffahrtskapitän',
])
  test(`keeps the launcher and its label within a narrow screen: ${label}`, async () => {
    const { page } = await visit('/demo/', { ...PHONE, viewport: { width: 320, height: 568 } });
    const chat = page.locator('agent-chat');
    for (const placement of ['bottom-end', 'top-start']) {
      await chat.evaluate((element, given) => Object.assign(element, given), {
        launcherLabel: label,
        placement,
      });
      const text = (await chat.getByText(label).boundingBox())!;
      const button = (await page.getByRole('button', { name: label }).boundingBox())!;
      assert.ok(button.x >= 20 && button.x + button.width <= 300, JSON.stringify(button));
      assert.ok(text.y >= button.y && text.y + text.height <= button.y + button.height);
      assert.ok(text.x >= button.x && text.x + text.width <= button.x + button.width);
    }
    await page.context().close();
  });

test('leaves nothing in its hover colours after a touch', async () => {
  const { page } = await visit('/demo/', PHONE);
  await page.route('**/settings', async route => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, suggestedQueries: ['Tell me about …'] } } });
  });
  await page.reload();
  await launcher(page).tap();
  const suggestion = page.getByRole('button', { name: 'Tell me about …' });
  const colour = (): Promise<string> =>
    suggestion.evaluate(button => getComputedStyle(button).backgroundColor);
  await suggestion.waitFor();
  const before = await colour();
  await suggestion.tap();
  await page.waitForFunction(
    () => document.querySelector('agent-chat')?.shadowRoot?.querySelector('textarea')?.value !== '',
  );
  assert.equal(await composer(page).inputValue(), 'Tell me about ');
  assert.equal(await colour(), before);
  await page.context().close();
});

for (const [promise, saveData] of [
  ['fetches the rest when the page has long been quiet', false],
  ['fetches nothing by itself for a visitor who saves data, however quiet the page is', true],
] as const) {
  test(promise, async () => {
    const page = await (await browser.newContext()).newPage();
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await page.addInitScript(saves => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: saves } });
    }, saveData);
    await page.clock.install();
    await page.goto(`${app.url}/demo/`);
    await page.clock.runFor(1000);
    await launcher(page).waitFor();
    await page.waitForLoadState('networkidle');
    const before = asked.length;
    const fetched = page.waitForRequest(/chunks\/agent-chat-window/).catch(() => undefined);
    await page.clock.runFor(saveData ? 60_000 : 4000);
    if (saveData) {
      await page.waitForLoadState('networkidle');
      assert.deepEqual(asked.slice(before), []);
      await launcher(page).hover();
    }
    assert.ok(await fetched, 'the code of the window');
    await page.context().close();
  });
}

test('talks in a page’s own column, without a launcher, and takes no focus', async () => {
  const { page } = await visit('/demo/inline.html');
  await composer(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await launcher(page).count(), 0);
  assert.equal(await dialog(page).count(), 0);
  await ask(page);
  await page.context().close();
});

test('avoids a phone’s rounded corners and home bar', async () => {
  const { page } = await visit('/demo/', PHONE);
  const cdp = await page.context().newCDPSession(page);
  const insets = { top: 47, bottom: 34, left: 0, right: 0 };
  await cdp.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
  const closed = await launcher(page).boundingBox();
  assert.ok(closed && closed.y + closed.height <= 844 - 34, 'the launcher');
  assert.ok(closed.width >= 44 && closed.height >= 44);
  await launcher(page).tap();
  await composer(page).waitFor();
  const close = await dialog(page).getByRole('button', { name: 'Close chat' }).boundingBox();
  assert.ok(close && close.y >= 47, 'the close button');
  assert.ok(close.width >= 44 && close.height >= 44, 'large enough for a thumb');
  const send = await page.getByRole('button', { name: 'Send message' }).boundingBox();
  assert.ok(send && send.y + send.height <= 844 - 34, 'the send button');
  assert.ok(send.width >= 44 && send.height >= 44, 'large enough for a thumb');
  await page.context().close();
});

test('opens the menu below its button, both large enough for a thumb', async () => {
  const { page } = await visit('/demo/', PHONE);
  await launcher(page).tap();
  await composer(page).waitFor();
  const more = page.getByRole('button', { name: 'More options' });
  const box = await more.boundingBox();
  assert.ok(box && box.width >= 44 && box.height >= 44, 'large enough for a thumb');
  await more.tap();
  // Not in the middle of its opening.
  await page.getByRole('menu').evaluate(menu => Promise.all(menu.getAnimations().map(each => each.finished)));
  const item = await page.getByRole('menuitem').first().boundingBox();
  assert.ok(item && item.height >= 44, 'large enough for a thumb');
  assert.ok(item.y >= box.y + box.height && item.y < box.y + box.height + 44, 'below its button');
  await more.and(page.locator(':hover')).waitFor();
  const behind = await more.evaluate(node => getComputedStyle(node).backgroundColor);
  assert.equal(behind, 'rgba(0, 0, 0, 0)', 'a finger does not hover');
  await page.context().close();
});

test('shows a touched control as before', async () => {
  const { page } = await visit('/demo/', PHONE);
  await launcher(page).tap();
  await composer(page).fill('How do I put the chat on a page?');
  await composer(page).press('Enter');
  await page.getByRole('button', { name: 'Send message' }).waitFor();
  const copy = page.getByRole('button', { name: 'Copy code' }).first();
  await copy.waitFor();
  await copy.tap();
  const pressed = page.locator('.md-copy:hover');
  await pressed.waitFor();
  const behind = await pressed.evaluate(node => getComputedStyle(node).backgroundColor);
  assert.equal(behind, 'rgba(0, 0, 0, 0)', 'a finger does not hover');
  await page.context().close();
});

test('fills the screen of a phone in landscape', async () => {
  const { page } = await visit('/demo/', { ...PHONE, viewport: { width: 844, height: 390 } });
  await launcher(page).tap();
  await composer(page).waitFor();
  const whole = async () => {
    const size = page.viewportSize()!;
    // The browser tells of the keyboard's and the screen's new size a frame or more after it has turned.
    await dialog(page).evaluate(
      (box, { height }) =>
        new Promise<void>(resolve => {
          const look = (): unknown =>
            box.getBoundingClientRect().height === height ? resolve() : requestAnimationFrame(look);
          look();
        }),
      size,
    );
    assert.deepEqual(await dialog(page).boundingBox(), { x: 0, y: 0, ...size });
  };
  await whole();
  await page.setViewportSize({ width: 390, height: 844 });
  await whole();
  await page.context().close();
});

test('leaves no memory behind when it is added and removed a hundred times', async () => {
  const { page } = await visit('/demo/');
  await launcher(page).click();
  await composer(page).waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const settle = async (): Promise<{ nodes: number; listeners: number }> => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const value = (name: string): number => metrics.find(metric => metric.name === name)?.value ?? 0;
    return { nodes: value('Nodes'), listeners: value('JSEventListeners') };
  };
  const round = (times: number): Promise<void> =>
    page.evaluate(async count => {
      for (let visit = 0; visit < count; visit++) {
        const chat = document.createElement('agent-chat');
        Object.assign(chat, { agentId: 'a-visitor', endpoint: '/', settings: {} });
        document.body.append(chat);
        await (chat as unknown as { show(): Promise<void> }).show();
        chat.remove();
      }
    }, times);
  await page.route('**/agents/a-visitor/settings', route => route.fulfill({ json: { data: {} } }));
  await round(5);
  const before = await settle();
  await round(100);
  // What a closing animation or a promise still holds goes with a later collection, a leak with none.
  const more = async (): Promise<{ nodes: number; listeners: number }> => {
    const now = await settle();
    return { nodes: now.nodes - before.nodes, listeners: now.listeners - before.listeners };
  };
  let left = await more();
  for (let tries = 0; tries < 20 && (left.nodes >= 200 || left.listeners >= 50); tries++) left = await more();
  assert.ok(left.nodes < 200, `${left.nodes} nodes more`);
  assert.ok(left.listeners < 50, `${left.listeners} listeners more`);
  await page.context().close();
});
