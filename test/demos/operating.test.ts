/** Keyboard, pointer, voice and assistive technology: each operates the whole chat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { ask, composer, LEAD_FORM, launcher, visit } from './demo-pages.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has Tab stops forwards and back, each visible and with a contrasting focus ring, ${colorScheme}`, async () => {
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

test('has a focus ring around its launcher that contrasts with any page: dark in light', async () => {
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

test('exposes a button with its state, a window with its name, and a log to assistive technology', async () => {
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

test('does nothing on pointer down, and nothing if the pointer moves away before it goes up', async () => {
  const { page } = await visit('/demo/', { reducedMotion: 'reduce' });
  const change = async (name: RegExp | string): Promise<void> => {
    await page.getByRole('button', { name }).last().hover();
    await page.mouse.down();
    await page.mouse.move(20, 300);
    await page.mouse.up();
  };
  await launcher(page).waitFor();
  await change('Open chat');
  assert.equal(await page.evaluate(() => document.querySelector('agent-chat')?.open), false);
  await launcher(page).click();
  await composer(page).fill('Shall I?');
  const text = await textOfWindow(page);
  const buttons = await page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    const all = [...(root?.querySelectorAll('dialog button:not([part=resize-handle])') ?? [])];
    const name = (node: Element): string => node.getAttribute('aria-label') ?? node.textContent?.trim() ?? '';
    return all.filter(node => node.checkVisibility()).map(name);
  });
  assert.ok(buttons.includes('Send message') && buttons.includes('Close chat'), buttons.join());
  for (const name of buttons) await change(name);
  assert.equal(await composer(page).inputValue(), 'Shall I?');
  assert.equal(await page.evaluate(() => document.querySelector('agent-chat')?.messages.length), 0);
  assert.deepEqual(await textOfWindow(page), text, 'the same window');
  await page.context().close();
});

/** Without what is announced, which comes a moment later. */
function textOfWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('agent-chat')?.shadowRoot;
    return Array.from(
      root?.querySelectorAll('.header, .log, agent-chat-composer') ?? [],
      part => part.textContent ?? '',
    );
  });
}

test('names each control by its visible text, for speech control', async () => {
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
