import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gate, useTalk } from './talk.ts';

const ANSWER = 'See [the kettles](/demo/?kettles), or [the teapots](#teapots).';

describe('a link in an answer', () => {
  const talk = useTalk();
  const window = () => talk.page.getByRole('dialog');

  async function askedAt(width: number): Promise<void> {
    talk.model.script({ text: [ANSWER] });
    await talk.open();
    await talk.page.setViewportSize({ width, height: 800 });
    await talk.ask('Where are the kettles?');
    await talk.settled();
    // It remembers a followed link, and loads after the first answer.
    await talk.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('page-observers')),
    );
  }

  it('opens another page of the site with the chat still open there, and the focus on the page', async () => {
    await askedAt(1280);
    await talk.page.getByRole('link', { name: 'the kettles' }).click();
    await talk.page.waitForURL('**/demo/?kettles');
    await window().getByText('Where are the kettles?').waitFor();
    assert.equal(await talk.page.evaluate(() => document.activeElement?.localName), 'body');
    // Closed there, it stays closed on the next page, and nothing of it is stored any more.
    await talk.button('Close chat').first().click();
    await talk.page.reload();
    await talk.button('Open chat').waitFor();
    assert.deepEqual(await talk.page.evaluate(() => Object.keys(sessionStorage)), []);
  });

  it('opens no chat over the page on a small screen', async () => {
    await askedAt(390);
    await talk.page.getByRole('link', { name: 'the kettles' }).click();
    await talk.page.waitForURL('**/demo/?kettles');
    await talk.button('Open chat').waitFor();
    assert.deepEqual(await talk.page.evaluate(() => Object.keys(sessionStorage)), []);
  });

  it('does not reopen the chat after a reload if it led to the same page', async () => {
    await askedAt(1280);
    await talk.page.getByRole('link', { name: 'the teapots' }).click();
    await talk.page.waitForURL('**/demo/#teapots');
    await talk.page.reload();
    await talk.button('Open chat').waitFor();
  });
});

describe('a running answer that is stored for this visit only', () => {
  const talk = useTalk();

  it('is resumed after a reload, before the chat is opened', async () => {
    const rest = gate();
    talk.model.script({
      text: ['Kettles ', 'come on ', 'Saturdays.'],
      before: piece => (piece === 2 ? rest.open : undefined),
    });
    // The page of a shop that keeps nothing beyond the visit.
    await talk.context.route('**/demo/?visit', async route => {
      const page = await route.fetch();
      await route.fulfill({
        response: page,
        body: (await page.text()).replace(' data-agent-id=', ' data-persist="session" data-agent-id='),
      });
    });
    await talk.open('/demo/?visit');
    await talk.ask('When do kettles come?');
    await talk.answers.last().getByText('Kettles come on').waitFor();
    await talk.page.reload();
    await talk.button('Open chat').waitFor();
    rest.release();
    await talk.page.getByRole('button', { name: /1 unread|unread/i }).waitFor();
  });
});
