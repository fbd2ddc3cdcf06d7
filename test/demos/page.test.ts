/** The chat on pages of others: what it loads, what it leaves alone, and what each visitor's preferences get. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/browser.ts';
import { type App, startApp } from '../e2e/app.ts';

let app: App;
let browser: Browser;

before(async () => {
  app = await startApp();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
});

after(async () => {
  await browser?.close();
  await app?.stop();
});

interface Visit {
  page: Page;
  /** Paths that were asked for, in order; whole addresses of other hosts. */
  asked: string[];
}

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await (await browser.newContext(options)).newPage();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url().replace(app.url, '')));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(app.url + path);
  return { page, asked };
}

const launcher = (page: Page) => page.getByRole('button', { name: 'Open chat' });
const dialog = (page: Page) => page.getByRole('dialog');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

async function ask(page: Page): Promise<void> {
  await composer(page).fill('How do I run it on another port?');
  await composer(page).press('Enter');
  await page.getByRole('log').getByText(/8787/).first().waitFor();
  await page.getByRole('button', { name: 'Send message' }).waitFor();
}

test('asks for a launcher and its settings, for the rest at the first sign of interest, and moves nothing on the page', async () => {
  const { page, asked } = await visit('/demo/');
  await launcher(page).waitFor();
  await page.waitForLoadState('networkidle');
  const own = asked.filter(path => !path.startsWith('/demo/'));
  // What the launcher cannot run without stands in its own file; everything else waits.
  const script = await (await page.request.get(`${app.url}/agent-chat.js`)).text();
  const needed = [...script.matchAll(/from\s*["']\.(\/chunks\/[^"']+)["']/g)].map(match => match[1] ?? '');
  assert.deepEqual(
    own.sort(),
    ['/agent-chat.js', `/api/v2/agents/${app.agentId}/settings`, ...needed].sort(),
  );
  const before = asked.length;
  await launcher(page).hover();
  await page.waitForFunction(
    count =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length > count,
    1 + needed.length,
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

test('speaks in a page’s own column, without a launcher, and takes no focus', async () => {
  const { page } = await visit('/demo/inline.html');
  await composer(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await launcher(page).count(), 0);
  assert.equal(await dialog(page).count(), 0);
  await ask(page);
  await page.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is walked through by Tab, forwards and back, each stop in sight and with a ring that stands out, ${colorScheme}`, async () => {
    const { page } = await visit('/demo/', { reducedMotion: 'reduce', colorScheme });
    await launcher(page).focus();
    await page.keyboard.press('Enter');
    await composer(page).and(page.locator(':focus')).waitFor();
    await ask(page);
    await page.getByRole('button', { name: 'Make the window larger' }).focus();
    await page.keyboard.press('Shift+Tab');
    // From the first stop of the window on, for as long as the focus is inside.
    while ((await stop(page)).inside) await page.keyboard.press('Shift+Tab');
    const forwards: Stop[] = [];
    await page.keyboard.press('Tab');
    for (let at = await stop(page); at.inside; at = await stop(page)) {
      forwards.push(at);
      assert.ok(forwards.length < 60, 'there is a way out');
      await page.keyboard.press('Tab');
    }
    const back: Stop[] = [];
    await page.keyboard.press('Shift+Tab');
    for (let at = await stop(page); at.inside; at = await stop(page)) {
      back.push(at);
      assert.ok(back.length < 60, 'there is a way out');
      await page.keyboard.press('Shift+Tab');
    }
    const names = forwards.map(({ name }) => name);
    assert.deepEqual(back.map(({ name }) => name).reverse(), names);
    for (const wanted of ['New conversation', 'Close chat', 'Copy code', 'Message', 'More options']) {
      assert.ok(
        names.some(name => name.startsWith(wanted)),
        `${wanted} is among ${names.join(', ')}`,
      );
    }
    for (const { name, ring, contrast, covered } of forwards) {
      assert.ok(ring >= 2, `${name} has a ring of ${ring} pixels`);
      assert.ok(contrast >= 3, `the ring of ${name} stands out by ${contrast}`);
      assert.equal(covered, false, `${name} is in sight`);
    }
    await page.context().close();
  });
}

test('draws a ring around its launcher that stands out on any page: dark in light', async () => {
  const { page } = await visit('/demo/');
  await launcher(page).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const [width, ring, around] = await launcher(page).evaluate(node => {
    const { outlineWidth, outlineColor, boxShadow } = getComputedStyle(node);
    return [outlineWidth, outlineColor, boxShadow];
  });
  assert.deepEqual([width, ring], ['3px', 'rgb(17, 17, 17)']);
  assert.match(around ?? '', /^rgb\(255, 255, 255\) 0px 0px 0px 6px$/);
  await page.keyboard.press('Shift+Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement?.localName), 'agent-chat', 'the way out');
  await page.context().close();
});

interface Stop {
  inside: boolean;
  name: string;
  ring: number;
  /** Between the ring and what it lies on. */
  contrast: number;
  covered: boolean;
}

/** Where the focus is, and how it shows. */
function stop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    const node = root?.activeElement;
    if (!root || !node || !root.querySelector('dialog')?.contains(node)) {
      return { inside: false, name: '', ring: 0, contrast: 0, covered: false };
    }
    const name = (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const pixel = (colour: string): number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (colour: string): number => {
      const [r = 0, g = 0, b = 0] = pixel(colour).map(value => {
        const c = value / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const under = (element: Element | null): string => {
      const colour = element ? getComputedStyle(element).backgroundColor : 'white';
      return !element || pixel(colour)[3]! > 200 ? colour : under(element.parentElement);
    };
    // The ring is drawn by the control itself or by the box around it, by an outline and an edge of its colour.
    const rings = [node, node.parentElement, node.parentElement?.parentElement]
      .filter(one => one instanceof Element)
      .map(one => ({ one, style: getComputedStyle(one) }))
      .filter(({ style }) => style.outlineStyle !== 'none')
      .map(({ one, style }) => {
        const { outlineWidth, outlineColor, outlineOffset, borderTopWidth, borderTopColor } = style;
        const edge = borderTopColor === outlineColor ? Number.parseFloat(borderTopWidth) : 0;
        const inwards = Number.parseFloat(outlineOffset) < 0;
        const [low = 0, high = 0] = [
          luminance(outlineColor),
          luminance(under(inwards ? one : one.parentElement)),
        ].sort((a, b) => a - b);
        return { ring: Number.parseFloat(outlineWidth) + edge, contrast: (high + 0.05) / (low + 0.05) };
      })
      .sort((a, b) => b.ring - a.ring);
    const box = node.getBoundingClientRect();
    const points = [
      [box.left + 3, box.top + 3],
      [box.left + box.width / 2, box.top + box.height / 2],
      [box.right - 3, box.bottom - 3],
    ] as const;
    const seen = points.some(([x, y]) => {
      const top = root.elementFromPoint(x, y);
      return top !== null && (node.contains(top) || top.contains(node));
    });
    return { inside: true, name: `${name}`, ring: 0, contrast: 0, ...rings[0], covered: !seen };
  });
}

test('tells assistive technology of a button with its state, of a window with its name, and of a log', async () => {
  const { page } = await visit('/demo/');
  await launcher(page).waitFor();
  const cdp = await page.context().newCDPSession(page);
  const tree = async (): Promise<{ role: string; name: string; state: Record<string, unknown> }[]> => {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree');
    return nodes
      .filter(node => !node.ignored)
      .map(({ role, name, properties = [] }) => ({
        role: String(role?.value),
        name: String(name?.value ?? ''),
        state: Object.fromEntries(properties.map(({ name, value }) => [name, value.value])),
      }));
  };
  const closed = (await tree()).find(({ name }) => name === 'Open chat');
  assert.equal(closed?.role, 'button');
  assert.equal(closed?.state.expanded, false);
  await launcher(page).click();
  await composer(page).waitFor();
  const nodes = await tree();
  const open = nodes.filter(({ role, name }) => role === 'button' && name === 'Close chat');
  assert.ok(open.some(({ state }) => state.expanded === true));
  const window = nodes.find(({ role }) => role === 'dialog');
  assert.equal(window?.name, 'agent-chat');
  assert.notEqual(window?.state.modal, true);
  assert.ok(nodes.some(({ role, name }) => role === 'log' && name !== ''));
  assert.ok(nodes.some(({ role, name }) => role === 'textbox' && name === 'Message'));
  assert.ok(
    nodes.some(({ name }) => name === 'Corner Shelf' || name.startsWith('Small tools')),
    'the page is still there',
  );
  await page.context().close();
});

test('moves nothing for a visitor who asked for that, from opening to answer', async () => {
  const { page } = await visit('/demo/', { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const moving: string[] = [];
    Object.assign(globalThis, { moving });
    const look = (): void => {
      for (const animation of document.querySelector('agent-chat')?.shadowRoot?.getAnimations() ?? []) {
        const target = (animation.effect as KeyframeEffect | null)?.target;
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

test('can be told apart in forced colours: every button has an edge, and every icon the colour of its text', async () => {
  const { page } = await visit('/demo/', { forcedColors: 'active' });
  await launcher(page).click();
  await composer(page).waitFor();
  await ask(page);
  const flat = await page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    const canvas = getComputedStyle(root?.querySelector('dialog') ?? document.body).backgroundColor;
    return [...(root?.querySelectorAll('button') ?? [])]
      .filter(button => button.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .filter(button => {
        const { borderTopWidth, borderTopStyle, backgroundColor, color, forcedColorAdjust } =
          getComputedStyle(button);
        const edge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
        const words = (button.textContent ?? '').trim() !== '';
        return (
          !(edge || words) || color === backgroundColor || (words && forcedColorAdjust === 'none') || !canvas
        );
      })
      .map(button => button.getAttribute('aria-label') ?? button.textContent);
  });
  assert.deepEqual(flat, []);
  await page.context().close();
});

test('draws its lines in the colour of the text for a visitor who prefers more contrast', async () => {
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

/** Controls and texts whose own box is too small for them. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    if (!root) throw new Error('there is no chat');
    const log = root.querySelector('[role=log]');
    const window = root.querySelector('dialog');
    return [
      ...root.querySelectorAll<HTMLElement>('button, h2, p, li, td, a, summary, label, input, textarea'),
    ]
      .filter(node => node.checkVisibility() && getComputedStyle(node).overflow !== 'visible')
      .filter(node => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
      .map(node => node.outerHTML.slice(0, 120))
      .concat(
        [log, window].flatMap(box => (box && box.scrollWidth > box.clientWidth ? [box.localName] : [])),
      );
  });
}

const LEAD_FORM = {
  title: 'May we write to you?',
  when: 'before',
  required: false,
  consent: 'I agree to be written to.',
  name: { enabled: true, label: '', required: false },
  email: { enabled: true, label: '', required: true },
  phone: { enabled: true, label: '', required: false },
};

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
  test(`cuts nothing off when a reader ${does}: in an answer, an error and a form`, async () => {
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
      .getByText(/used up its answers/)
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

test('writes as large as the visitor set the browser to, and cuts nothing off', async t => {
  // Twice what a browser comes with.
  const args = [...CHROMIUM_ARGS, '--blink-settings=defaultFontSize=32'];
  const large = await chromium.launch({ executablePath: ensureChromium(), args });
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
    await dialog(page).getByRole('button', { name }).click({ trial: true });
  }
});

function sizeOfText(node: Element): string {
  return getComputedStyle(node).fontSize;
}

test('does nothing as the pointer comes down, and nothing at all where it is moved away before it goes up', async () => {
  const { page } = await visit('/demo/', { reducedMotion: 'reduce' });
  const change = async (name: RegExp | string): Promise<void> => {
    const { x, y, width, height } = (await page.getByRole('button', { name }).last().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(20, 300);
    await page.mouse.up();
  };
  await launcher(page).waitFor();
  await change('Open chat');
  assert.equal(await page.evaluate(() => document.querySelector('agent-chat')?.open), false);
  await launcher(page).click();
  await composer(page).fill('Shall I?');
  const { text, buttons } = await page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    const all = [...(root?.querySelectorAll('dialog button:not([part=resize-handle])') ?? [])];
    const name = (node: Element): string => node.getAttribute('aria-label') ?? node.textContent?.trim() ?? '';
    return { text: root?.textContent, buttons: all.filter(node => node.checkVisibility()).map(name) };
  });
  assert.ok(buttons.includes('Send message') && buttons.includes('Close chat'), buttons.join());
  for (const name of buttons) await change(name);
  assert.equal(await composer(page).inputValue(), 'Shall I?');
  assert.equal(await page.evaluate(() => document.querySelector('agent-chat')?.messages.length), 0);
  assert.equal(
    await page.evaluate(() => document.querySelector('agent-chat')?.shadowRoot?.textContent),
    text,
    'the same window',
  );
  await page.context().close();
});

test('goes by the words that stand on each of its controls, for whoever speaks to the browser', async () => {
  const { page } = await visit('/demo/');
  await page.evaluate(leadForm => {
    const chat = document.querySelector('agent-chat');
    const settings = {
      suggestedQueries: ['How do I install it?'],
      leadForm: { ...leadForm, when: 'after-reply' },
    };
    Object.assign(chat ?? {}, { launcherLabel: 'Ask us', settings });
  }, LEAD_FORM);
  await page.getByRole('button', { name: 'Ask us, Open chat' }).click();
  await composer(page).waitFor();
  const otherwise = (): Promise<string[]> =>
    page.evaluate(() => {
      const root = document.querySelector('agent-chat')?.shadowRoot;
      return [...(root?.querySelectorAll<HTMLElement>('button, a, summary') ?? [])]
        .filter(node => node.checkVisibility() && node.innerText.trim() !== '' && node.ariaLabel !== null)
        .filter(node => !node.ariaLabel?.includes(node.innerText.trim()))
        .map(node => `${node.innerText} is called ${node.ariaLabel}`);
    });
  assert.deepEqual(await otherwise(), []);
  await ask(page);
  await page.getByLabel('Email').waitFor();
  assert.deepEqual(await otherwise(), []);
  await page.context().close();
});

test('keeps clear of a phone’s rounded corners and home bar', async () => {
  const { page } = await visit('/demo/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
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

test('leaves no memory behind when it comes and goes a hundred times', async () => {
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
