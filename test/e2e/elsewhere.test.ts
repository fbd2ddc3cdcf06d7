/** A customer's site: its pages come from one server, the script and the answers from another. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Site, startSite } from '../fakes/site.ts';
import { useTalk } from './talk.ts';

describe('on another site, the chat uses the server of its script', () => {
  const talk = useTalk();
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site?.close());

  const script = (rest = ''): string =>
    `<script type="module" src="${talk.app.url}/agent-chat.js${rest}"></script>`;
  const chat = (mode: string): string =>
    `<agent-chat agent-id="${talk.app.agentId}" mode="${mode}"></agent-chat>`;
  const WAYS: Record<string, () => string> = {
    'by one line': () => script().replace('></', ` data-agent-id="${talk.app.agentId}"></`),
    'placed by its page, inside it': () => script() + chat('inline'),
    'placed by its page, floating, before the script': () => chat('floating') + script(),
    'by an address with a version': () => script('?v=2') + chat('inline'),
    'imported by a module of the page': () =>
      `<script type="module">import '${talk.app.url}/agent-chat.js';</script>${chat('inline')}`,
    'on a page with a base elsewhere': () =>
      `<base href="https://cdn.example/" />${script()}${chat('inline')}`,
  };

  for (const [way, markup] of Object.entries(WAYS)) {
    it(way, async () => {
      talk.model.script({ text: ['Kettles come on Saturdays.'] });
      site.pages['/'] = { body: `<!doctype html><title>A shop</title><body>${markup()}` };
      talk.page = await talk.context.newPage();
      const scripts: string[] = [];
      talk.page.on('request', request => {
        if (/agent-chat\.js/.test(request.url())) scripts.push(request.url());
      });
      await talk.page.goto(site.url);
      await talk.show();
      await talk.ask('When do kettles come?');
      await talk.answers.last().getByText('Kettles come on Saturdays.').waitFor();
      assert.deepEqual(
        site.seen.filter(path => /api|v2/.test(path)),
        [],
        'its own server is not asked',
      );
      assert.equal(scripts.length, 1, `the script comes once, not as ${scripts.join(' and ')}`);
      site.seen.length = 0;
    });
  }

  for (const timing of ['', 'async ', 'defer ']) {
    it(`a script tag without type="module" makes the chat too, and says what is better (${timing || 'plain'})`, async () => {
      talk.model.script({ text: ['Kettles come on Saturdays.'] });
      const line = WAYS['by one line']!().replace('type="module" ', timing);
      site.pages['/'] = { body: `<!doctype html><title>A shop</title><body>${line}` };
      talk.page = await talk.context.newPage();
      const hints: string[] = [];
      const faults: string[] = [];
      talk.page.on('console', message => hints.push(message.text()));
      talk.page.on('pageerror', error => faults.push(error.message));
      await talk.page.goto(site.url);
      await talk.show();
      await talk.ask('When do kettles come?');
      await talk.answers.last().getByText('Kettles come on Saturdays.').waitFor();
      assert.equal(await talk.page.locator('agent-chat').count(), 1);
      assert.deepEqual(faults, []);
      assert.ok(hints.some(hint => hint.includes('type="module"')));
      site.seen.length = 0;
    });
  }

  it('a page with two builds of the script uses the first, and loads nothing more of the second', async () => {
    talk.model.script({ text: ['Kettles come on **Saturdays**.'] });
    const line = WAYS['by one line']!();
    const second = line.replace('/agent-chat.js', '/other/agent-chat.js');
    site.pages['/'] = { body: `<!doctype html><title>A shop</title><body>${line}${second}` };
    talk.page = await talk.context.newPage();
    const fetched: string[] = [];
    await talk.page.route('**/other/**', async route => {
      fetched.push(route.request().url());
      const first = await fetch(`${talk.app.url}/agent-chat.js`);
      // Its parts have other names.
      const body = (await first.text()).replace(/\.shared=\{[^}]*\}/, '.shared={}');
      const headers = { 'Access-Control-Allow-Origin': '*' };
      await route.fulfill({ body, headers, contentType: 'text/javascript' });
    });
    await talk.page.goto(site.url);
    await talk.show();
    await talk.ask('When do kettles come?');
    await talk.answers.last().locator('strong').getByText('Saturdays').waitFor();
    assert.equal(await talk.page.locator('agent-chat').count(), 1);
    assert.deepEqual(fetched, [`${talk.app.url}/other/agent-chat.js`]);
    site.seen.length = 0;
  });

  it('the panel does so too', async () => {
    site.pages['/'] = {
      body: `<!doctype html><title>Settings</title><body>
        <script type="module" src="${talk.app.url}/agent-chat-admin.js"></script>
        <agent-chat-admin agent-id="${talk.app.agentId}"></agent-chat-admin>`,
    };
    talk.page = await talk.context.newPage();
    await talk.page.goto(site.url);
    await talk.page.getByLabel('Admin token').fill(talk.app.adminToken);
    await talk.page.getByLabel('Admin token').press('Enter');
    await talk.page.getByRole('tab', { name: 'Agent' }).waitFor();
    assert.deepEqual(
      site.seen.filter(path => /api|v2/.test(path)),
      [],
      'its own server is not asked',
    );
  });
});
