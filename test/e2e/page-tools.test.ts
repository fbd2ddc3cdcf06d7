import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright';
import type { CompletionBody, Script } from '../fakes/openai-server.ts';
import { openLine } from './line.ts';
import { gate, useTalk } from './talk.ts';

const ADDED = 'It is in your cart.';

describe('a tool of the page in two tabs', () => {
  const talk = useTalk();
  /** The tabs in which the tool has run. */
  let ran: Page[];

  beforeEach(async () => {
    ran = [];
    await talk.settings({ allowedTools: ['add_to_cart'] });
    await talk.context.exposeBinding('addToCart', ({ page }, { item }: { item: string }) => {
      ran.push(page);
      return { item, count: ran.length };
    });
  });

  /** Makes the model call the tool after two words, and pause before the last piece of the call. */
  function callThenSay(before?: Promise<void>): Script[] {
    return [
      {
        text: ['One moment.'],
        toolCalls: [{ id: 'c1', name: 'add_to_cart', arguments: ['{"item":', '"kettle"}'] }],
        finishReason: 'tool_calls',
        before: piece => (piece === 3 ? before : undefined),
      },
      { text: [ADDED] },
    ];
  }

  function register(page: Page, confirm = false): Promise<void> {
    return page.evaluate(
      confirm =>
        document.querySelector('agent-chat')!.registerTool('add_to_cart', {
          description: 'Put one item into your cart.',
          inputSchema: { type: 'object', properties: { item: { type: 'string' } } },
          confirm,
          run: input => (window as unknown as { addToCart(input: unknown): unknown }).addToCart(input),
        }),
      confirm,
    );
  }

  async function openTabs(url = talk.app.url, confirm?: boolean): Promise<[first: Page, second: Page]> {
    const open = async (): Promise<Page> => {
      const page = await talk.context.newPage();
      page.on('pageerror', error => talk.mistakes.push(error.message));
      await page.goto(`${url}/demo/`);
      await show(page);
      await register(page, confirm);
      return page;
    };
    const second = await open();
    const first = await open();
    talk.page = first;
    return [first, second];
  }

  async function show(page: Page): Promise<void> {
    talk.page = page;
    await talk.show();
  }

  function answer(page: Page, text: string): Locator {
    return page.locator('agent-chat [part~="assistant-message"]').getByText(text);
  }

  /** Asserts that the tool ran once and its result went to the model once, also after a reload of each tab. */
  async function isOnce(pages: readonly Page[]): Promise<void> {
    for (const page of pages) await answer(page, ADDED).waitFor();
    const { messages } = talk.model.seen[1]!.body;
    const result = messages.at(-1) as CompletionBody['messages'][number] & { tool_call_id?: string };
    assert.deepEqual([result.tool_call_id, result.content], ['c1', '{"item":"kettle","count":1}']);
    for (const page of pages) {
      await page.reload();
      await show(page);
      await register(page);
      await answer(page, ADDED).waitFor();
    }
    talk.model.script({ text: ['Bye.'] });
    await talk.settled();
    await talk.ask('Thanks');
    await answer(pages.at(-1)!, 'Bye.').waitFor();
    assert.equal(ran.length, 1);
    assert.equal(talk.model.seen.length, 3);
  }

  async function asked(): Promise<void> {
    await talk.ask('Put a kettle into my cart');
    await answer(talk.page, 'One moment.').waitFor();
  }

  it('runs once, where the visitor asked', async () => {
    talk.model.script(...callThenSay());
    const [first, second] = await openTabs();
    await asked();
    await answer(second, ADDED).waitFor();
    assert.deepEqual(ran, [first]);
    await isOnce([first, second]);
  });

  it('runs once, in the other tab, if the visitor closes the tab while the model calls it', async () => {
    const called = gate();
    talk.model.script(...callThenSay(called.open));
    const [first, second] = await openTabs();
    await asked();
    await answer(second, 'One moment.').waitFor();
    await first.close();
    called.release();
    await answer(second, ADDED).waitFor();
    assert.deepEqual(ran, [second]);
    await isOnce([second]);
  });

  it('runs once if the visitor reloads the tab while the model calls it', async () => {
    const called = gate();
    talk.model.script(...callThenSay(called.open));
    const [first, second] = await openTabs();
    await asked();
    await answer(second, 'One moment.').waitFor();
    await first.reload();
    await show(first);
    await register(first);
    await answer(first, 'One moment.').waitFor();
    called.release();
    await isOnce([second, first]);
  });

  it('runs once if the connection is cut while the model calls it', async () => {
    const called = gate();
    const line = await openLine(Number(new URL(talk.app.url).port));
    talk.model.script(...callThenSay(called.open));
    const [first, second] = await openTabs(line.url);
    await asked();
    await answer(second, 'One moment.').waitFor();
    await line.cut();
    const tryAgain = talk.button('Try again');
    await tryAgain.waitFor();
    called.release();
    await line.mend();
    await tryAgain.click();
    await isOnce([first, second]);
    await line.cut();
  });

  it('asks for permission in both tabs and runs once, where the visitor allows it', async () => {
    talk.model.script(...callThenSay());
    const [first, second] = await openTabs(talk.app.url, true);
    await asked();
    const cards = [first, second].map(page => page.getByRole('group', { name: 'add_to_cart' }));
    for (const card of cards) await card.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.deepEqual(ran, []);
    await cards[1]!.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await answer(first, ADDED).waitFor();
    assert.deepEqual(ran, [second]);
    for (const card of cards) await card.waitFor({ state: 'detached' });
  });

  it('is offered with a message that the page sends right after registering it, before its code has loaded', async () => {
    talk.model.script(...callThenSay());
    const page = await talk.context.newPage();
    await page.goto(`${talk.app.url}/demo/`);
    const loading = gate();
    let held = 0;
    await page.route(/\/tool-controller/, async route => {
      held++;
      await loading.open;
      await route.continue();
    });
    await page.evaluate(() => {
      const chat = document.querySelector('agent-chat')!;
      void chat.registerTool('add_to_cart', {
        description: 'Put one item into your cart.',
        run: input => (window as unknown as { addToCart(input: unknown): unknown }).addToCart(input),
      });
      void chat.sendMessage('Put a kettle into my cart');
    });
    talk.page = page;
    await talk.until(async () => talk.model.seen.length > 0);
    const { tools } = talk.model.seen[0]!.body as CompletionBody & { tools?: unknown[] };
    assert.equal(tools?.length, 1);
    await talk.until(async () => held === 1);
    assert.deepEqual(ran, []);
    loading.release();
    // The window stays closed.
    await answer(page, ADDED).waitFor({ state: 'attached' });
    assert.deepEqual(ran, [page]);
  });
});
