/** Situations of host pages that need real input or a real frame. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright';
import { type Site, startSite } from '../fakes/site.ts';
import { useTalk } from './talk.ts';

describe('a page around the widget', () => {
  const talk = useTalk();
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site?.close());

  /** A long page with a widget on it, ready to use. */
  async function visit(element: string): Promise<Page> {
    site.pages['/'] = {
      body: `<!doctype html><title>A shop</title><body style="margin:0">
        <script type="module" src="${talk.app.url}/agent-chat.js"></script>
        <div style="width:600px">${element}</div><div style="height:3000px">Products</div>`,
    };
    const page = await talk.context.newPage();
    page.on('pageerror', error => talk.mistakes.push(error.message));
    await page.goto(site.url);
    return page;
  }

  const chat = (attributes = ''): string =>
    `<agent-chat agent-id="${talk.app.agentId}" ${attributes}></agent-chat>`;

  const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

  /** Turns the wheel over an element; resolves when the page has got the event. */
  async function wheelOver(page: Page, element: Locator, distance: number): Promise<void> {
    await element.hover();
    const turned = await page.evaluateHandle(() => ({
      // In an object: a promise itself would be awaited here, before the wheel turns.
      event: new Promise(resolve =>
        addEventListener('wheel', resolve, { once: true, passive: true, capture: true }),
      ),
    }));
    await page.mouse.wheel(0, distance);
    await turned.evaluate(({ event }) => event.then(() => {}));
  }

  /** How far the page has scrolled once the compositor, which needs two frames, has had its time. */
  async function scrolledAfterFrames(page: Page): Promise<number> {
    for (let frame = 0; frame < 4; frame++)
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
    return scrolled(page);
  }

  it('scrolls with the wheel over an inline chat that has nothing to scroll', async () => {
    const page = await visit(chat('mode="inline"'));
    await page.getByRole('log').waitFor();
    await wheelOver(page, page.getByRole('log'), 300);
    await page.waitForFunction(() => scrollY > 0);
    await page.close();
  });

  it('does not scroll with the wheel over a floating chat, empty or at its end', async () => {
    const page = await visit(chat('open'));
    await page.getByRole('log').waitFor();
    await wheelOver(page, page.getByRole('log'), 300);
    assert.equal(await scrolledAfterFrames(page), 0, 'empty');
    await page.evaluate(async () => {
      const messages = Array.from({ length: 40 }, (_, n) => ({
        role: n % 2 ? ('assistant' as const) : ('user' as const),
        parts: [{ type: 'text' as const, text: `Message ${n}` }],
      }));
      await document.querySelector('agent-chat')!.restore({ messages });
    });
    await page.getByText('Message 39').waitFor();
    await wheelOver(page, page.getByRole('log'), 300);
    assert.equal(await scrolledAfterFrames(page), 0, 'at its end');
    await page.close();
  });

  for (const [name, part] of [
    ['header', '[part=header]'],
    ['send button', '[part~=send-button]'],
    ['message field', 'textarea'],
  ] as const)
    it(`does not scroll with the wheel over the ${name} of a floating chat`, async () => {
      const page = await visit(chat('open'));
      await wheelOver(page, page.locator('agent-chat').locator(part), 300);
      assert.equal(await scrolledAfterFrames(page), 0);
      await page.close();
    });

  it('with the reduce method of Prototype.js 1.5 has a chat that answers and survives a reload', async () => {
    talk.model.script({ text: ['We open at nine.'] });
    site.pages['/'] = {
      body: `<!doctype html><title>A shop</title><body>
        <script>Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };</script>
        <script type="module" src="${talk.app.url}/agent-chat.js"></script>${chat()}`,
    };
    const page = await talk.context.newPage();
    page.on('pageerror', error => talk.mistakes.push(error.message));
    await page.goto(site.url);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('When do you open?');
    await field.press('Enter');
    const answer = page.getByRole('log').getByText('We open at nine.');
    await answer.waitFor();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    await page.locator('[part~=close-button]').click();
    await page.reload();
    await page.getByRole('button', { name: /Open chat/ }).click();
    await answer.waitFor();
    await page.close();
  });

  it('in a sandboxed frame that only allows scripts has a chat that opens, asks for consent and answers', async () => {
    talk.model.script({ text: ['We open at nine.'] });
    site.pages['/framed'] = {
      body: `<!doctype html><title>Help</title><body>
        <script type="module" src="${talk.app.url}/agent-chat.js"></script>${chat('consent="required" page-context')}`,
    };
    site.pages['/'] = {
      body: '<!doctype html><title>A shop</title><iframe sandbox="allow-scripts" src="/framed" width="900" height="600"></iframe>',
    };
    const page = await talk.context.newPage();
    page.on('pageerror', error => talk.mistakes.push(error.message));
    await page.goto(site.url);
    const frame: FrameLocator = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Open chat' }).click();
    await frame
      .getByRole('button', { name: 'Continue' })
      .or(frame.locator('[part=consent-button]'))
      .first()
      .click();
    const field = frame.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('When do you open?');
    await frame
      .locator('agent-chat')
      .evaluate(element => (element as HTMLElementTagNameMap['agent-chat']).sendMessage('When do you open?'));
    await frame.getByRole('log').getByText('We open at nine.').waitFor();
    await frame
      .getByRole('button', { name: 'Expand' })
      .or(frame.locator('[part~=expand-button]'))
      .first()
      .click();
    await frame.locator('[part~=close-button]').click();
    await frame.getByRole('button', { name: /Open chat/ }).waitFor();
    await page.close();
  });

  for (const way of ['its button', 'Enter'] as const)
    it(`in a sandboxed frame without forms takes consent, contact, question and feedback by ${way}`, async () => {
      const field = { enabled: true, label: '', required: false };
      const leadForm = { title: '', when: 'before', required: true, consent: 'I agree', name: field };
      await talk.settings({ leadForm: { ...leadForm, email: field, phone: field } });
      try {
        talk.model.script({ text: ['We open at nine.'] });
        site.pages['/framed'] = {
          body: `<!doctype html><title>Help</title><body>
            <script type="module" src="${talk.app.url}/agent-chat.js"></script>${chat('consent="required"')}`,
        };
        site.pages['/'] = {
          body: '<!doctype html><title>A shop</title><iframe sandbox="allow-scripts" src="/framed" width="900" height="700"></iframe>',
        };
        const page = await talk.context.newPage();
        page.on('pageerror', error => talk.mistakes.push(error.message));
        await page.goto(site.url);
        const frame = page.frameLocator('iframe');
        const press = async (button: string, input?: Locator): Promise<void> => {
          if (way === 'Enter' && input) await input.press('Enter');
          else if (way === 'Enter')
            await frame.getByRole('button', { name: button, exact: true }).press('Enter');
          else await frame.getByRole('button', { name: button, exact: true }).click();
        };
        const received = (path: string): Promise<{ body: unknown; status: number }> =>
          page
            .waitForResponse(response => {
              const request = response.request();
              return request.method() === 'POST' && new URL(request.url()).pathname.endsWith(path);
            })
            .then(response => ({ body: response.request().postDataJSON(), status: response.status() }));

        await press('Open chat');
        await press('Agree and start');

        const form = frame.getByRole('form', { name: 'How can we reach you?' });
        await form.getByLabel('Name').fill('Ada');
        await form.getByRole('checkbox').check();
        const contact = received('/contacts');
        await press('Send', form.getByLabel('Name'));
        assert.ok((await contact).status < 300, 'the contact is stored');
        await form.waitFor({ state: 'detached' });

        const composer = frame.getByRole('textbox', { name: 'Message', exact: true });
        await composer.fill('When do you open?');
        await press('Send message', composer);
        await frame.getByRole('log').getByText('We open at nine.').waitFor();
        assert.equal(talk.model.seen.length, 1, 'sent once');

        await press('Bad answer');
        const reason = frame.getByRole('textbox', { name: 'Anything else? (optional)' });
        await reason.fill('Too short');
        const feedback = received('/feedback');
        await press('Send feedback', reason);
        const { body, status } = await feedback;
        assert.ok(status < 300, 'the feedback is stored');
        assert.equal((body as { reason: string }).reason, 'Too short');
        await page.close();
      } finally {
        await talk.settings({ leadForm: null });
      }
    });
});
