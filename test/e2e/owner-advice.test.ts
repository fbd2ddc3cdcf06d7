/** Whoever puts the chat on a page and makes a mistake reads in the console what it is, and a visitor's page works on. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../scripts/loopback.ts';
import { type Site, startSite } from '../fakes/site.ts';
import { useTalk } from './talk.ts';

/** Milliseconds: by then whoever names the agent late has named it. */
const LATER = 10_000;

describe('the console explains why a chat does not appear:', () => {
  const talk = useTalk();
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site?.close());

  /** A page with this element on it, and the first thing the chat says in its console. */
  async function advice(element: string, later = 0): Promise<string> {
    site.pages['/'] = {
      body: `<!doctype html><title>A shop</title><body>
        <script type="module" src="${talk.app.url}/agent-chat.js"></script>${element}`,
    };
    const page = await talk.context.newPage();
    if (later) await page.clock.install();
    const warned = page.waitForEvent('console', message => message.text().startsWith('<agent-chat>'));
    await page.goto(site.url);
    if (later) await page.clock.runFor(later);
    const text = (await warned).text();
    await page.close();
    return text;
  }
  const chat = (attributes = ''): string =>
    `<agent-chat agent-id="${talk.app.agentId}" ${attributes}></agent-chat>`;

  it('a site that the agent is not allowed on', async () => {
    await talk.settings({ allowedDomains: ['shop.example'] });
    const text = await advice(chat());
    await talk.settings({ allowedDomains: [] });
    assert.match(text, /allowedDomains/);
    assert.ok(text.includes(site.url), text);
  });

  it('an endpoint with nothing behind it', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}/`;
    const text = await advice(chat(`endpoint="${nowhere}"`));
    assert.ok(text.includes(nowhere), text);
    assert.doesNotMatch(text, /allowedDomains/);
  });

  it('an endpoint that is not a URL', async () => {
    assert.match(await advice(chat('endpoint="http://"')), /not a URL: http:\/\//);
    // The host name is parsed as the scheme.
    assert.match(await advice(chat('endpoint="localhost:8787"')), /not a URL: localhost:8787/);
  });

  it('an endpoint where something other than a proxy answers', async () => {
    assert.match(await advice(chat(`endpoint="${site.url}/"`)), /something other than a proxy/);
  });

  it('an agent that is private', async () => {
    await talk.settings({ visibility: 'private' });
    const text = await advice(chat());
    await talk.settings({ visibility: 'public' });
    assert.match(text, /private/);
  });

  it('a wrong agent-id, such as the placeholder of the documents', async () => {
    const text = await advice('<agent-chat agent-id="YOUR-AGENT-ID"></agent-chat>');
    assert.match(
      text,
      /found no agent "YOUR-AGENT-ID" at http.*The right id is in the admin panel under "Install"/,
    );
  });

  it('a missing agent-id', async () => {
    const text = await advice('<agent-chat agentId="misspelt"></agent-chat>', LATER);
    assert.match(text, /no agent-id/);
  });
});
