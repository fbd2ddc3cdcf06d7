/** What a visitor does: writes, picks a suggestion, leaves a contact, takes the conversation along, lets the page act. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { launchHeadless } from '../../scripts/browser.ts';
import { useTalk } from './talk.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIELD = { enabled: true, label: '', required: false };

describe('a visitor of the demo page', () => {
  const talk = useTalk();

  it('writes as much as there is room for, sees what is left, and sends nothing while composing', async () => {
    talk.model.script({ text: ['Yes.'] });
    const page = await talk.open();
    const { composer } = talk;
    await composer.fill('a'.repeat(1799));
    assert.equal(await page.getByText(/characters? left/).isVisible(), false);
    await composer.press('End');
    await page.keyboard.type('😀');
    await page.getByText('200 characters left').waitFor();
    await composer.fill('😀'.repeat(2001));
    await page.getByText('1 character too many').waitFor();
    await composer.press('Enter');
    assert.equal([...(await composer.inputValue())].length, 2001, 'nothing is cut');
    assert.equal(await talk.questions.count(), 0, 'nothing is sent');

    await composer.fill('');
    const small = (await composer.boundingBox())!.height;
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    assert.ok((await composer.boundingBox())!.height > small, 'it grows');
    assert.equal(await composer.inputValue(), 'one\ntwo');

    await composer.fill('');
    const input = await talk.context.newCDPSession(page);
    await input.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await input.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await input.send('Input.insertText', { text: '日本' });
    assert.equal(await composer.inputValue(), '日本');
    assert.equal(await talk.questions.count(), 0, 'the Enter that ends a composition sends nothing');
    await page.keyboard.press('Enter');
    await talk.answers.getByText('Yes.').waitFor();
    assert.match(talk.lastTold, /日本$/);
  });

  it('sees the greeting, presses a suggested question, and finds it gone afterwards', async () => {
    await talk.settings({
      initialMessages: ['Hi there.'],
      suggestedQueries: ['Where is my order?', 'Track order …'],
    });
    try {
      talk.model.script({ text: ['On its way.'] });
      await talk.open();
      await talk.answers.getByText('Hi there.').waitFor();
      await talk.button('Track order …').click();
      assert.equal(await talk.composer.inputValue(), 'Track order ');
      await talk.composer.fill('');
      await talk.button('Where is my order?').press('Enter');
      await talk.answers.getByText('On its way.').waitFor();
      assert.equal(await talk.button('Where is my order?').count(), 0);
    } finally {
      await talk.settings({ initialMessages: [], suggestedQueries: [] });
    }
  });

  it('leaves a contact before the first question, which the owner then finds, and is not asked again', async () => {
    const leadForm = { title: '', when: 'before', required: true, consent: 'I agree to the [terms](/terms)' };
    await talk.settings({
      leadForm: { ...leadForm, name: FIELD, email: { ...FIELD, required: true }, phone: FIELD },
    });
    try {
      talk.model.script({ text: ['Good day.'] });
      const page = await talk.open();
      const form = page.getByRole('form');
      await form.getByLabel('Name').fill('Ada');
      await form.getByLabel('Email').fill('ada@');
      assert.equal(await form.getByRole('link', { name: 'terms' }).getAttribute('href'), '/terms');
      const asked = page.evaluate(() => document.querySelector('agent-chat')!.sendMessage('From the page'));
      await talk.button('Send').click();
      await page.locator('agent-chat [aria-invalid=true]').first().waitFor();
      assert.equal(await form.getByLabel('Name').inputValue(), 'Ada');
      assert.equal(talk.model.seen.length, 0, 'the question waits for the form');
      await form.getByLabel('Email').fill('ada@shop.example');
      await form.getByRole('checkbox').check();
      await talk.button('Send').click();
      await talk.answers.getByText('Good day.').waitFor();
      await asked;
      const listed = await fetch(`${talk.app.url}/v2/chatbots/${talk.app.agentId}/contacts`, {
        headers: { Authorization: `Bearer ${talk.app.adminToken}` },
      });
      const { data } = (await listed.json()) as { data: { name: string; email: string }[] };
      assert.deepEqual(
        data.map(({ name, email }) => [name, email]),
        [['Ada', 'ada@shop.example']],
      );
      await page.reload();
      await talk.show();
      await talk.button('New conversation').click();
      await talk.composer.waitFor();
      assert.equal(await form.count(), 0);
    } finally {
      await talk.settings({ leadForm: null });
    }
  });

  it('saves the conversation as text, Markdown, JSON and on paper', async () => {
    talk.model.script({ text: ['A **shop**.'] });
    const page = await talk.open();
    await talk.ask('What is *this*?');
    await talk.settled();
    const choose = async (name: string): Promise<void> => {
      await talk.button('More options').click();
      await page.getByRole('menuitem', { name }).press('Enter');
    };
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), choose(name)]);
      return readFileSync((await download.path())!, 'utf8');
    };
    const markdown = await saved('Download as Markdown');
    assert.match(markdown, /\*\*You\*\* · .+\n\nWhat is \\\*this\\\*\?\n\n.+\n\nA \*\*shop\*\*\./);
    const json = JSON.parse(await saved('Download as JSON')) as { messages: { text: string }[] };
    assert.deepEqual(
      json.messages.map(({ text }) => text),
      ['What is *this*?', 'A **shop**.'],
    );
    await choose('Copy conversation');
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), markdown);
  });

  it('prints an inline chat with the whole conversation, however long, and sees it unchanged afterwards', async () => {
    for (const path of ['/demo/inline.html']) {
      const page = await talk.open(path);
      await page.evaluate(async () => {
        const say = (n: number) =>
          ({
            role: n % 2 ? 'assistant' : 'user',
            parts: [{ type: 'text', text: `Message **${n}**` }],
          }) as const;
        await document
          .querySelector('agent-chat')!
          .restore({ messages: Array.from({ length: 120 }, (_, n) => say(n)) });
      });
      await talk.answers.getByText('Message 119').waitFor();
      assert.ok((await page.getByRole('article').count()) < 120, 'only its end is drawn on screen');
      // Fetched when there is something to print.
      await talk.until(() =>
        page.evaluate(() =>
          [...document.querySelector('agent-chat')!.shadowRoot!.adoptedStyleSheets].some(sheet =>
            [...sheet.cssRules].some(
              rule =>
                rule instanceof CSSMediaRule &&
                rule.media.mediaText === 'print' &&
                rule.cssText.includes('agent-chat-composer'),
            ),
          ),
        ),
      );
      const paper = page.evaluate(
        () =>
          new Promise<{ messages: number; cut: boolean; composer: boolean; inFlow: boolean }>(resolve =>
            addEventListener('beforeprint', () =>
              queueMicrotask(() =>
                queueMicrotask(() => {
                  const root = document.querySelector('agent-chat')!.shadowRoot!;
                  const log = root.querySelector('[role=log]')!;
                  resolve({
                    messages: [...root.querySelectorAll('[role=article]')].filter(a =>
                      a.textContent.includes('Message'),
                    ).length,
                    cut:
                      log.scrollHeight > log.clientHeight + 1 &&
                      getComputedStyle(log).overflowY !== 'visible',
                    composer: root.querySelector('textarea')!.checkVisibility(),
                    inFlow: getComputedStyle(root.querySelector('.window')!).position === 'static',
                  });
                }),
              ),
            ),
          ),
      );
      await page.emulateMedia({ media: 'print' });
      const pdf = await page.pdf();
      assert.deepEqual(await paper, { messages: 120, cut: false, composer: false, inFlow: true });
      const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
      assert.ok(sheets >= 5, `${sheets} sheets hold it all`);
      await page.emulateMedia({ media: 'screen' });
      await talk.composer.waitFor();
      await talk.answers.getByText('Message 119').waitFor();
    }
  });

  it('copies a message, code and the conversation on a page without https', async () => {
    talk.model.script({ text: ['Run this:\n\n```sh\nnpm start\n```\n'] });
    const browser = await launchHeadless({ args: ['--host-resolver-rules=MAP shop.test 127.0.0.1'] });
    try {
      const page = await browser.newPage();
      const url = new URL('/demo/', talk.app.url);
      url.hostname = 'shop.test';
      await page.goto(url.href);
      assert.equal(await page.evaluate(() => isSecureContext), false);
      talk.page = page;
      await talk.show();
      await talk.ask('How do I start it?');
      await talk.button('Copy code').waitFor();
      const pasted = async (): Promise<string> => {
        await talk.composer.fill('');
        await talk.composer.press('Control+V');
        return await talk.composer.inputValue();
      };
      await talk.button('Copy code').click();
      await talk.button('Copied').waitFor();
      assert.equal(await pasted(), 'npm start');
      await page.locator('agent-chat [data-action=copy-text]').last().click();
      await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
      assert.match(await pasted(), /^Run this:\s+sh\s+npm start/);
      await talk.button('More options').click();
      await page.getByRole('menuitem', { name: 'Copy conversation' }).press('Enter');
      await talk.log.locator('..').getByText('Copied').first().waitFor();
      assert.match(await pasted(), /How do I start it\?[\s\S]+npm start/);
    } finally {
      await browser.close();
    }
  });

  it('prints the page without launcher and window, before the first answer and after it', async () => {
    talk.model.script({ text: ['A shop.'] });
    const page = await talk.open();
    const shown = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelector('agent-chat')!.shadowRoot!.querySelectorAll('.layer, dialog.window')]
          .filter(element => element.checkVisibility())
          .map(({ className }) => className),
      );
    const sheets = async (): Promise<number> =>
      (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    await page.emulateMedia({ media: 'print' });
    const alone = await sheets();
    assert.deepEqual(await shown(), []);
    await page.emulateMedia({ media: 'screen' });
    await talk.ask('What is this?');
    await talk.settled();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await sheets(), alone);
    assert.deepEqual(await shown(), []);
    await page.emulateMedia({ media: 'screen' });
    await talk.answers.getByText('A shop.').waitFor();
    assert.ok((await shown()).length > 0);
  });

  it('lets a tool of the page run once, and the agent gets its result with the next question, also after a reload', async () => {
    talk.model.script(
      { text: ['One moment.'], toolCalls: [{ id: 'c1', name: 'add_to_cart', arguments: ['{"item":7}'] }] },
      { text: ['It is in your cart.'] },
    );
    const page = await talk.open();
    const register = (): Promise<void> =>
      page.evaluate(async () => {
        const runs = (): number => Number(sessionStorage.getItem('runs'));
        await document.querySelector('agent-chat')!.registerTool('add_to_cart', {
          description: 'Put one item into your cart.',
          confirm: true,
          run: input => {
            sessionStorage.setItem('runs', String(runs() + 1));
            return { ...(input as object), count: runs() };
          },
        });
      });
    await register();
    await talk.ask('Put the shelf into my cart');
    const card = page.getByRole('group', { name: 'add_to_cart' });
    await card.getByText(/Put one item into your cart/).waitFor();
    await page.reload();
    await talk.show();
    await register();
    await card.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await talk.answers.getByText('Used Add to cart').waitFor();
    await page.reload();
    await talk.show();
    await register();
    await talk.answers.getByText('Used Add to cart').waitFor();
    assert.equal(await card.count(), 0, 'nobody is asked a second time');
    await talk.ask('Is it there?');
    await talk.answers.getByText('It is in your cart.').waitFor();
    assert.match(talk.lastTold, /Is it there\?\n\n\[Result of add_to_cart: \{"item":7,"count":1\}\]$/);
    assert.equal(await page.evaluate(() => sessionStorage.getItem('runs')), '1');
    assert.equal(await talk.questions.last().getByText(/Used/).count(), 0, 'the visitor did not say it');
  });

  it('can use the terminal client of the documents with the same application', async () => {
    const path = join(ROOT, 'examples/terminal/client.js');
    const source = readFileSync(path, 'utf8');
    assert.ok(source.trimEnd().split('\n').length <= 30, 'in thirty lines');
    talk.model.script({ text: ['From the ', 'model.'] });
    const program = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path, talk.app.url, talk.app.agentId],
      { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    let output = '';
    program.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    // The input ends while the answer is still under way.
    program.stdin.end('Hello from a terminal\n');
    assert.equal(await new Promise(resolve => program.on('close', resolve)), 0);
    assert.match(output, /From the model\./);
    assert.match(talk.lastTold, /Hello from a terminal$/);
  });
});
