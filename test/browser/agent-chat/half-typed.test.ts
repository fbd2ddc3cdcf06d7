import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { field, named, open, press, root, Site, type, until, windowOf } from './site.ts';

describe('a draft', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => site.leave());

  // Before any other here: what looks after the field is fetched with the first answer, after these words were typed.
  it('stays if it begins with the question that was answered', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'Hello?');
    press(field(chat)!, 'Enter');
    type(chat, 'Hello');
    await until(() => named(chat, 'Good answer'), 'all of the answer');
    named(chat, 'Good answer')!.click();
    await until(() => named(chat, 'Good answer')!.getAttribute('aria-pressed') === 'true', 'the verdict');
    expect(field(chat)!.value).to.equal('Hello');
  });

  for (const [what, leave] of [
    [
      'another page of the site is opened in it',
      () => void dispatchEvent(new PageTransitionEvent('pagehide')),
    ],
    ['the window becomes a part of the page there', (chat: AgentChat) => chat.setAttribute('mode', 'inline')],
  ] as const) {
    it(`in one tab survives a question from another, where ${what}`, async () => {
      const here = await site.place();
      const there = await site.place();
      await open(here);
      type(here, 'First?');
      press(field(here)!, 'Enter');
      await until(() => here.messages.length === 2, 'the answer');
      type(here, 'Half a ques');
      await open(there);
      type(there, 'Second?');
      press(field(there)!, 'Enter');
      await until(() => here.messages.length === 4, 'the second answer');
      leave(here);
      await until(() => here.updateComplete.then(() => field(here)?.value === 'Half a ques'), 'it in view');
      here.remove();
      const next = await site.place();
      await open(next);
      expect(field(next)!.value).to.equal('Half a ques');
    });
  }

  it('stays in a widget off the page while another tab continues the conversation', async () => {
    const here = await site.place();
    const there = await site.place();
    await open(here);
    type(here, 'First?');
    press(field(here)!, 'Enter');
    await until(() => here.messages.length === 2, 'the answer');
    type(here, 'Half a ques');
    const { parentNode } = here;
    here.remove();
    await open(there);
    type(there, 'Second?');
    press(field(there)!, 'Enter');
    await until(() => there.messages.length === 4, 'the second answer');
    parentNode!.append(here);
    await until(() => here.messages.length === 4, 'the second answer here');
    await here.updateComplete;
    await root(here).querySelector('agent-chat-conversation')!.updateComplete;
    expect(field(here)!.value).to.equal('Half a ques');
  });

  for (const begun of [false, true]) {
    it(`of one tab that is continued in another is sent once, ${begun ? 'as a further' : 'as the first'} question`, async () => {
      const here = await site.place();
      await open(here);
      if (begun) {
        type(here, 'First?');
        press(field(here)!, 'Enter');
        await until(() => here.messages.length === 2, 'the answer');
      }
      const before = here.messages.length;
      type(here, 'Half a ques');
      const there = await site.place();
      await open(there);
      expect(field(there)!.value).to.equal('Half a ques');
      type(there, 'Half a question?');
      press(field(there)!, 'Enter');
      await until(() => here.messages.length === before + 2, 'the answer here');
      await until(() => field(here)!.value === '', 'nothing left to send');
      dispatchEvent(new PageTransitionEvent('pagehide'));
      const next = await site.place();
      await open(next);
      expect(field(next)!.value).to.equal('');
    });
  }

  it('stays if the page sends a question that begins like it', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'First?');
    press(field(chat)!, 'Enter');
    await until(() => named(chat, 'Good answer'), 'all of the answer');
    type(chat, 'How much is');
    await chat.sendMessage('How much is the postage?');
    await chat.updateComplete;
    await root(chat).querySelector('agent-chat-conversation')!.updateComplete;
    expect(chat.messages).to.have.length(4);
    expect(field(chat)!.value).to.equal('How much is');
  });

  it('is removed at a logout, also if the mode changes at that moment', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'First?');
    press(field(chat)!, 'Enter');
    await until(() => chat.messages.length === 2, 'the answer');
    type(chat, 'My secret');
    chat.logout();
    chat.mode = 'inline';
    await until(() => windowOf(chat)?.localName === 'section' && field(chat), 'the other field');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(field(chat)!.value).to.equal('');
    expect(JSON.stringify({ ...localStorage })).not.to.include('My secret');
  });
});
