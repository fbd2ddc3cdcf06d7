/** A page that can't have the chat's code for the moment: it says so, asks no more, and gets it once somebody wants it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { sse } from '../fakes/chat-fetch.ts';
import { openPanel } from './admin-panel.ts';
import { type App, useApp } from './app.ts';

const WINDOW = /\/agent-chat-window-\w+\.js$/;
/** All that comes after the window. */
const LATER = /\/chunks\/(?!base-|agent-chat-window-)[\w-]+\.js$/;
const CHUNKS = /\/chunks\//;
const GERMAN = /\/chunks\/de-\w+\.js$/;

describe('a page that cannot load the code of the chat', () => {
  let app: App;
  let browser: Browser;

  useApp(stage => {
    ({ app, browser } = stage);
  });

  /** Opens a page from which these files can't be reached; gives how often they were asked for, and the errors told. */
  async function opened(
    path: string,
    files: RegExp,
    tag: readonly [string, string] = ['', ''],
  ): Promise<{ page: Page; asked: string[]; errors: string[]; uncaught: string[] }> {
    const page = await browser.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    const uncaught: string[] = [];
    page.on('pageerror', error => uncaught.push(error.message));
    await page.exposeFunction('tell', (code: string) => errors.push(code));
    await page.addInitScript(() => {
      document.addEventListener('agent-chat-error', event => {
        Reflect.get(window, 'tell')((event as CustomEvent<{ code: string }>).detail.code);
      });
    });
    await page.route(`**${path}`, async route => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(...tag) });
    });
    await page.route(files, route => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.goto(`${app.url}${path}`);
    return { page, asked, errors, uncaught };
  }

  it('shows one message in an inline conversation, which loads it when pressed', async () => {
    const { page, asked, errors } = await opened('/demo/inline.html', WINDOW);
    const notice = page.getByRole('button', { name: 'The chat couldn’t be loaded. Try again.' });
    await notice.waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok(asked.length <= 2, `asked ${asked.length} times`);
    assert.deepEqual(errors, ['internal']);
    await page.unroute(WINDOW);
    await notice.press('Enter');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    assert.equal(await notice.count(), 0);
    await page.close();
  });

  it('reports the error to a page that restores a conversation, and throws nothing', async () => {
    const { page, errors, uncaught } = await opened('/demo/', WINDOW);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.locator('agent-chat').evaluate(chat => {
      Object.assign(chat, { conversationId: 'conversation-of-yesterday' });
    });
    await page.getByRole('button', { name: 'The chat couldn’t be loaded. Try again.' }).waitFor();
    assert.deepEqual(errors, ['internal']);
    assert.deepEqual(uncaught, []);
    await page.close();
  });

  it('speaks English if its language cannot be loaded, and its own language once the visitor opens the chat', async () => {
    const tag = [' data-agent-id=', ' data-lang="de" data-agent-id='] as const;
    const { page, asked, errors } = await opened('/demo/', GERMAN, tag);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok(asked.length <= 2, `asked ${asked.length} times`);
    assert.deepEqual(errors, ['internal']);
    await page.unroute(GERMAN);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('button', { name: 'Nachricht senden' }).waitFor();
    await page.close();
  });

  it('opens in English if its language still cannot be loaded', async () => {
    const tag = [' data-agent-id=', ' data-lang="de" data-agent-id='] as const;
    const { page } = await opened('/demo/', GERMAN, tag);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.close();
  });

  it('has the owner’s settings once the chat is opened, if they could not be loaded at first', async () => {
    const page = await browser.newPage();
    await page.clock.install();
    await page.route('**/settings', route => route.abort(), { times: 1 });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.clock.fastForward(1000);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'agent-chat' }).waitFor();
    await page.close();
  });

  it('shows an error instead of an empty window if the consent text cannot be loaded, and loads it when pressed', async () => {
    const tag = [' data-agent-id=', ' data-consent="required" data-agent-id='] as const;
    const { page, errors } = await opened('/demo/', LATER, tag);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const notice = page.getByRole('button', { name: 'The chat couldn’t be loaded. Try again.' });
    await notice.waitFor();
    assert.deepEqual(errors, ['internal']);
    await page.unroute(LATER);
    await notice.click();
    await page.getByRole('button', { name: 'Agree and start' }).waitFor();
    await page.close();
  });

  it('shows an error if a required contact form cannot be loaded, and loads it when pressed', async () => {
    const page = await browser.newPage();
    await page.route('**/settings', async route => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      const field = { enabled: true, required: true, label: '' };
      const leadForm = {
        title: '',
        when: 'before',
        required: true,
        consent: '',
        name: field,
        email: field,
        phone: field,
      };
      await route.fulfill({ response, json: { data: { ...data, leadForm } } });
    });
    await page.route(LATER, async route => {
      const response = await route.fetch();
      if ((await response.text()).includes('part="lead-form"')) await route.abort();
      else await route.fulfill({ response });
    });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const log = page.getByRole('log');
    await log.getByText('The chat couldn’t be loaded. Try again.').waitFor();
    await page.unroute(LATER);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    assert.equal(await log.getByText('The chat couldn’t be loaded. Try again.').count(), 0);
    await page.close();
  });

  it('answers with the code it has if nothing more can be loaded, without an error in the page', async () => {
    const tag = [
      '<script type="module"',
      '<script>agentChat = (...call) => (agentChat.q = agentChat.q || []).push(call)</script>' +
        '<button data-agent-chat="open" type="button">Ask us</button><script type="module"',
    ] as const;
    const { page, asked, uncaught } = await opened('/demo/', LATER, tag);
    await page.getByRole('button', { name: 'Ask us' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('How do I put the chat on a page?');
    await field.press('Enter');
    await page.getByRole('article').getByText('<script type="module"').waitFor();
    await page.getByRole('button', { name: /^Resize/ }).press('ArrowUp');
    await page.getByRole('button', { name: 'Make the window larger' }).click();
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('status').getByText('The chat couldn’t be loaded. Try again.').waitFor();
    await page.locator('form').getByText('The chat couldn’t be loaded. Try again.').waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok(asked.length > 0);
    assert.deepEqual(uncaught, []);
    await page.close();
  });

  it('reports that the menu cannot be loaded, until the visitor moves on, and opens it once it can', async () => {
    const page = await browser.newPage();
    await page.route(LATER, async route => {
      const response = await route.fetch();
      if ((await response.text()).includes('menu-choose')) await route.abort();
      else await route.fulfill({ response });
    });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('How do I put the chat on a page?');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    const more = page.getByRole('button', { name: 'More options' });
    const shown = page
      .locator('form')
      .filter({ has: field })
      .getByText('The chat couldn’t be loaded. Try again.');
    await more.press('Enter');
    await shown.waitFor();
    await field.press('a');
    await shown.waitFor({ state: 'detached' });
    await more.click();
    await shown.waitFor();
    await page.unroute(LATER);
    await more.click();
    await page.getByRole('menu').waitFor();
    assert.equal(await shown.count(), 0);
    await page.close();
  });

  it('shows an error if a requested contact form cannot be loaded, and loads it when requested again', async () => {
    const page = await browser.newPage();
    await page.route('**/settings', async route => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      const field = { enabled: true, required: true, label: '' };
      const fields = { name: field, email: field, phone: field };
      const leadForm = { title: '', when: 'on-request', required: false, consent: '', ...fields };
      await route.fulfill({ response, json: { data: { ...data, leadForm } } });
    });
    await page.route(LATER, async route => {
      const response = await route.fetch();
      if ((await response.text()).includes('lead-skip')) await route.abort();
      else await route.fulfill({ response });
    });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Half typed');
    const choose = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem', { name: 'Leave your contact details' }).click();
    };
    await choose();
    await page.getByRole('status').getByText('The chat couldn’t be loaded. Try again.').waitFor();
    await page.unroute(LATER);
    await choose();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    assert.equal(await field.inputValue(), 'Half typed');
    await page.close();
  });

  it('shows an error if the confirmation of a tool cannot be loaded, and asks once that is pressed', async () => {
    const page = await browser.newPage();
    await page.route(LATER, async route => {
      const response = await route.fetch();
      if ((await response.text()).includes('class="card tool-request"')) await route.abort();
      else await route.fulfill({ response });
    });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.locator('agent-chat').evaluate(async chat => {
      const widget = chat as HTMLElementTagNameMap['agent-chat'];
      await widget.registerTool('open_cart', { description: 'Open your cart.', confirm: true, run: () => 1 });
      const call = { type: 'tool-call', id: 't1', name: 'open_cart', state: 'running' } as const;
      await widget.restore({ messages: [{ role: 'assistant', parts: [call] }] });
    });
    const answer = page.getByRole('article').last();
    await answer.getByText('The chat couldn’t be loaded. Try again.').waitFor();
    assert.equal(await answer.getByText('open_cart').count(), 0);
    await page.unroute(LATER);
    await answer.getByRole('button', { name: 'Try again' }).press('Enter');
    await answer.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.equal(await answer.getByText('The chat couldn’t be loaded. Try again.').count(), 0);
    assert.equal(await answer.evaluate(message => message.matches(':focus')), true);
    await page.close();
  });

  // It never asks again for a module that it could not have once: until a reload nothing would be formatted.
  it('is imported by Firefox only once it was fetched, so that all of it loads later', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => Object.assign(window, { mozInnerScreenX: 0 }));
    const asked: string[] = [];
    await page.route(LATER, route => {
      asked.push(route.request().resourceType());
      return route.fulfill({ status: 503 });
    });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('How do I put the chat on a page?');
    await field.press('Enter');
    const answers = page.getByRole('article');
    await answers.getByText('<script type="module"').waitFor();
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('status').getByText('The chat couldn’t be loaded. Try again.').waitFor();
    assert.deepEqual([...new Set(asked)], ['fetch']);
    await page.unroute(LATER);
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await field.fill('How do I put the chat on a page?');
    await field.press('Enter');
    await answers.last().getByRole('button', { name: 'Copy code' }).first().waitFor();
    await page.close();
  });

  it('stops a phone’s page from scrolling behind the open chat as soon as that code is loaded', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    const refused = Promise.withResolvers<void>();
    await page.route(LATER, async route => {
      const response = await route.fetch();
      if (!(await response.text()).includes('visualViewport')) return route.fulfill({ response });
      refused.resolve();
      return route.abort();
    });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await refused.promise;
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('textbox', { name: 'Message' }).fill('How do I put the chat on my website?');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => getComputedStyle(document.documentElement).overflowY === 'hidden');
    await page.close();
  });

  it('shows that an answer is arriving until its formatting code is loaded', async () => {
    const page = await browser.newPage();
    const formatting = Promise.withResolvers<void>();
    await page.route(/\/markdown-\w+\.js$/, async route => {
      await formatting.promise;
      await route.continue();
    });
    // At its first character it takes more than what comes with the window.
    await page.route('**/chat', route =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: sse(['> Paste one line into the page.']).join(''),
      }),
    );
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const awaited = page.waitForRequest(/\/markdown-\w+\.js$/);
    await page.getByRole('textbox', { name: 'Message' }).fill('How do I put the chat on my website?');
    await page.keyboard.press('Enter');
    await awaited;
    const answer = page.getByRole('log').getByRole('article').last();
    const coming = answer.locator('.thinking');
    // As long as the answer runs, and when all of it is there.
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    assert.ok(await coming.isVisible());
    assert.equal(await answer.locator('[part~=bubble]').count(), 1);
    formatting.resolve();
    await answer.getByRole('blockquote').first().waitFor();
    assert.equal(await coming.count(), 0);
    await page.close();
  });

  it('reports to the owner that a tab cannot be loaded, and opens it once that is pressed', async () => {
    const { page, panel } = await openPanel(browser, app);
    const uncaught: string[] = [];
    page.on('pageerror', error => uncaught.push(error.message));
    await page.route(CHUNKS, route => route.abort());
    await panel.getByRole('tab', { name: 'Contacts' }).click();
    const notice = panel.getByRole('tabpanel').getByRole('alert');
    await notice.getByText('The server cannot be reached.').waitFor();
    await page.unroute(CHUNKS);
    await notice.getByRole('button', { name: 'Try again' }).press('Enter');
    await panel.getByRole('tabpanel').getByRole('heading', { name: 'Contacts' }).waitFor();
    assert.equal(await panel.getByRole('tabpanel').evaluate(tab => tab.matches(':focus')), true);
    assert.deepEqual(uncaught, []);
    await page.context().close();
  });

  it('reports to the owner that the preview cannot be loaded, does not retry automatically, and shows it once that is pressed', async () => {
    const page = await browser.newPage();
    const uncaught: string[] = [];
    page.on('pageerror', error => uncaught.push(error.message));
    await page.route('**/office.html', route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Office</title><script type="module" src="/agent-chat-admin.js"></script><agent-chat-admin agent-id="${app.agentId}"></agent-chat-admin>`,
      }),
    );
    await page.goto(`${app.url}/office.html`);
    const panel = page.getByRole('region', { name: 'Chat settings' });
    await panel.getByLabel('Admin token').fill(app.adminToken);
    let asked = 0;
    await page.route(CHUNKS, route => {
      asked++;
      return route.abort();
    });
    await panel.getByRole('button', { name: 'Open', exact: true }).click();
    const again = panel.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    const before = asked;
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Another');
    await panel.getByText('1 unsaved change').waitFor();
    assert.equal(asked, before);
    await page.unroute(CHUNKS);
    await again.press('Enter');
    await page.locator('agent-chat').getByRole('heading', { name: 'Another' }).waitFor();
    assert.deepEqual(uncaught, []);
    await page.close();
  });
});
