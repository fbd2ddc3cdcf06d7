import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { Probe } from './probe.ts';
import type { Ask } from './server.ts';
import { type ThreadTime, threadTime } from './thread-time.ts';
import { observe, WidgetPage } from './widget.ts';

/** Files requested and their bytes, brotli, up to two moments of a visit. */
export async function bytes(
  browser: Browser,
  origin: string,
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
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill(JSON.stringify({ kind: 'blocks', kilobytes: 2, pace: 0 }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What to do next' }).first().waitFor();
  const answer = await total();
  await page.close();
  return { launcher, answer, files: [...sizes].map(([name, size]) => `${name} ${size}`) };
}

/** What the script costs a page on which nobody opens the chat, and what opening it costs, at 4× throttling. */
export async function launcher(browser: Browser, origin: string) {
  const blank = await untouched(browser, `${origin}/blank.html`, 'true');
  const floor = await blank.readClean();
  await blank.page.close();
  const launcher = '!!document.querySelector("agent-chat")?.shadowRoot?.querySelector("[part~=launcher]")';
  const alone = await untouched(browser, `${origin}/widget.html`, launcher);
  const longest = await alone.look<number>('Math.max(0, ...seen.tasks)');
  const clean = await alone.readClean();
  await alone.page.close();
  const widget = await WidgetPage.open(browser, origin, 4);
  const result = {
    longest,
    shift: await widget.layoutShift(),
    heap: clean.heap - floor.heap,
    elements: await widget.elements(),
    open: 0,
  };
  // The first opening loads the code; the second is what a visitor feels once it is there.
  await widget.show();
  await widget.page.getByRole('button', { name: 'Close chat' }).first().click();
  await widget.settled();
  result.open = await widget.page.evaluate(async () => {
    const chat = document.querySelector('agent-chat')!;
    const button = chat.shadowRoot!.querySelector<HTMLElement>('[part~=launcher]')!;
    const started = performance.now();
    button.click();
    await new Promise<void>(resolve => {
      const look = (): void => {
        const inside = chat.shadowRoot!.activeElement;
        if (inside?.matches('textarea, [contenteditable]')) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
    return performance.now() - started;
  });
  await widget.close();
  return result;
}

/** A throttled page that nobody looks into until `ready` is true and a second has gone by. */
async function untouched(browser: Browser, url: string, ready: string): Promise<Probe> {
  const page = await browser.newPage();
  await page.addInitScript(observe);
  const probe = await Probe.of(page);
  await probe.throttle(4);
  await page.goto(url);
  while (!(await probe.look<boolean>(ready))) await sleep(50);
  await sleep(1000);
  return probe;
}

/** Main-thread time of one streamed answer, in the widget and on the floor page. */
export async function streaming(browser: Browser, origin: string, ask: Ask): Promise<ThreadTime> {
  const widget = await WidgetPage.open(browser, origin);
  await widget.show();
  await widget.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
  const cost = await threadTime(browser, widget.page, () => widget.ask(ask));
  await widget.close();
  return cost;
}

export async function floorStreaming(browser: Browser, origin: string, ask: Ask): Promise<ThreadTime> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${origin}/floor.html`);
  const talk = (message: string): Promise<void> =>
    page.evaluate(text => (window as unknown as { ask: (text: string) => Promise<void> }).ask(text), message);
  await talk(JSON.stringify({ kind: 'blocks', kilobytes: 1, pace: 0 }));
  const cost = await threadTime(browser, page, () => talk(JSON.stringify(ask)));
  await page.close();
  return cost;
}

/** How long (ms) the slowest of many clicks waits for its handler while an answer streams as fast as it can. */
export async function clicking(browser: Browser, origin: string, ask: Ask): Promise<number> {
  const widget = await WidgetPage.open(browser, origin);
  await widget.show();
  await widget.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
  await widget.page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(window, { waits });
    document.addEventListener('pointerdown', event => waits.push(performance.now() - event.timeStamp), true);
  });
  let streams = true;
  const answered = widget.ask(ask).then(() => {
    streams = false;
  });
  while (streams) {
    await widget.page.mouse.click(5, 5);
    await sleep(10);
  }
  await answered;
  const longest = await widget.page.evaluate(() =>
    Math.max(0, ...(window as unknown as { waits: number[] }).waits),
  );
  await widget.close();
  return longest;
}

/** A conversation of `pairs` put in view, then one more exchange in it. */
export async function restoring(browser: Browser, origin: string, pairs: number) {
  const widget = await WidgetPage.open(browser, origin);
  await widget.show();
  await widget.prepare(pairs);
  const before = await widget.probe.readClean();
  let wall = 0;
  const restore = await threadTime(browser, widget.page, async () => {
    wall = await widget.restore();
  });
  const after = await widget.probe.readClean();
  const elements = await widget.elements();
  const small: Ask = { kind: 'blocks', kilobytes: 0, pace: 0 };
  await widget.ask(small);
  const more: number[] = [];
  for (let i = 0; i < 5; i++) {
    more.push((await threadTime(browser, widget.page, () => widget.ask(small))).total);
  }
  await widget.close();
  return {
    wall,
    task: restore.total,
    heap: after.heap - before.heap,
    elements,
    more: more.toSorted((a, b) => a - b)[2]!,
  };
}

/** Growth over many exchanges in one conversation, per exchange. */
export async function exchanges(browser: Browser, origin: string, count: number) {
  const widget = await WidgetPage.open(browser, origin);
  await widget.show();
  const samples: { heap: number; nodes: number }[] = [];
  for (let i = 0; i < count; i++) {
    await widget.ask({ kind: 'blocks', kilobytes: 0, pace: 0 });
    if (i === Math.floor(count / 2) - 1 || i === count - 1) samples.push(await widget.probe.readClean());
  }
  await widget.close();
  const half = count / 2;
  return {
    heapPerExchange: (samples[1]!.heap - samples[0]!.heap) / half,
    nodesPerExchange: (samples[1]!.nodes - samples[0]!.nodes) / half,
  };
}

/** Elements put on the page and taken off again: what stays. */
export async function mounts(browser: Browser, origin: string, count: number) {
  const widget = await WidgetPage.open(browser, origin);
  const mount = (times: number): Promise<void> =>
    widget.page.evaluate(async n => {
      for (let i = 0; i < n; i++) {
        const chat = document.createElement('agent-chat');
        chat.setAttribute('agent-id', 'bench');
        document.body.append(chat);
        await (chat as unknown as { updateComplete: Promise<unknown> }).updateComplete;
        chat.remove();
      }
    }, times);
  await mount(50);
  const before = await widget.probe.readClean();
  await mount(count);
  // What they had asked for has been answered then.
  await sleep(6000);
  const after = await widget.probe.readClean();
  await widget.close();
  return { heap: after.heap - before.heap, nodes: after.nodes - before.nodes };
}
