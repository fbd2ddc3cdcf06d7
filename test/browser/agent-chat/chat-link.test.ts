import { expect } from '@open-wc/testing';
import { field, focused, isShown, named, open, root, Site, type, until } from './site.ts';

describe('a link to the chat', () => {
  let site: Site;
  const here = location.href;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => {
    site.leave();
    history.replaceState(null, '', here);
  });

  function link(href: string): HTMLAnchorElement {
    const made = Object.assign(document.createElement('a'), { href, textContent: 'Ask us' });
    site.box.append(made);
    return made;
  }

  it('opens it, and gets the focus back when it closes', async () => {
    const chat = await site.place();
    const ask = link('#chat');
    ask.focus();
    ask.click();
    await until(() => isShown(chat) && focused() === field(chat), 'the cursor in the message field');
    chat.hide();
    await until(() => focused() === ask, 'the focus on the link');
  });

  it('puts its text into the message field, and sends nothing', async () => {
    const chat = await site.place();
    link('#chat=Where%20is%20my%20order%3F').click();
    await until(() => field(chat)?.value === 'Where is my order?', 'the text');
    await until(() => focused() === field(chat), 'the cursor');
    expect(site.network.asked()).to.have.length(0);
    field(chat)!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await until(() => root(chat).querySelector('[part~=assistant-message]'), 'an answer to it');
  });

  it('replaces the text of an earlier link that the visitor has not changed', async () => {
    const chat = await site.place();
    link('#chat=Where%20is%20my%20order%3F').click();
    await until(() => field(chat)?.value === 'Where is my order?', 'the text');
    link('#chat=How%20do%20I%20return%20it%3F').click();
    await until(() => field(chat)?.value === 'How do I return it?', 'the other text');
    type(chat, 'How do I return it by mail?');
    link('#chat=Where%20is%20my%20order%3F').click();
    await until(() => focused() === field(chat));
    await chat.updateComplete;
    expect(field(chat)!.value).to.equal('How do I return it by mail?');
  });

  it('does not replace the visitor’s own draft', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'Half a question');
    link('#chat=Another').click();
    await until(() => focused() === field(chat));
    await chat.updateComplete;
    expect(field(chat)!.value).to.equal('Half a question');
  });

  it('opens it on a page whose scripts handle such links themselves', async () => {
    const chat = await site.place();
    addEventListener('click', event => event.preventDefault(), { once: true, capture: true });
    link('#chat=Hello').click();
    await until(() => field(chat)?.value === 'Hello', 'the text');
  });

  it('opens it on the page to which a router navigates', async function () {
    if (!('navigation' in window)) this.skip();
    const chat = await site.place();
    const help = link('/help#chat=Where%20is%20my%20order%3F');
    addEventListener('click', event => event.preventDefault(), { once: true, capture: true });
    help.click();
    // Routers fetch what the next page needs before they go there.
    await import('../../../src/elements/agent-chat/page/page-button-actions.ts');
    await new Promise(requestAnimationFrame);
    expect(chat.open).to.equal(false);
    history.pushState(null, '', help.href);
    await until(() => field(chat)?.value === 'Where is my order?', 'the text');
  });

  it('keeps its text until the visitor has agreed', async () => {
    const chat = await site.place(chat => {
      chat.consent = 'required';
    });
    link('#chat=Where%20is%20my%20order%3F').click();
    await until(() => named(chat, 'Agree and start'), 'the consent text');
    named(chat, 'Agree and start')!.click();
    await until(() => field(chat)?.value === 'Where is my order?', 'the text');
  });

  it('is ignored if it leads elsewhere, or to an element with this id', async () => {
    const chat = await site.place();
    // Once, so that the code that reads links is there.
    link('#chat').click();
    await until(() => isShown(chat));
    chat.hide();
    await until(() => !isShown(chat));
    for (const href of ['#chatter', '#top?chat']) link(href).click();
    const elsewhere = link(`${location.pathname}?elsewhere#chat`);
    // The page's own router takes it, after everybody else.
    addEventListener('click', event => event.preventDefault(), { once: true });
    elsewhere.click();
    const part = Object.assign(document.createElement('section'), { id: 'chat' });
    site.box.append(part);
    link('#chat').click();
    await new Promise(requestAnimationFrame);
    await chat.updateComplete;
    expect(chat.open).to.equal(false);
  });

  it('opens it once when the page’s own URL is such a link', async () => {
    history.replaceState(null, '', '#chat=Hello');
    const chat = await site.place();
    await until(() => field(chat)?.value === 'Hello', 'the text of the address');
    await until(() => focused() === field(chat), 'the cursor');
    chat.remove();
    const next = await site.place();
    await next.updateComplete;
    expect(next.open).to.equal(false);
  });
});
