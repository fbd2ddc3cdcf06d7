import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { field, isShown, named, root, Site, until } from './site.ts';

const unwanted = { enabled: false, label: '', required: false };
const leadForm = (when: 'before' | 'after-reply'): SettingsPatch => ({
  leadForm: {
    title: '',
    when,
    required: when === 'before',
    consent: '',
    name: unwanted,
    email: { enabled: true, label: '', required: true },
    phone: unwanted,
  },
});

describe('a question of the page that waits for the visitor', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site(leadForm('before'));
  });
  afterEach(() => site.leave());

  const email = (chat: AgentChat): HTMLInputElement | null => root(chat).querySelector('input[type=email]');
  const type = (chat: AgentChat, text: string): void => {
    email(chat)!.value = text;
    email(chat)!.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const asked = (): unknown[] =>
    site.network.asked().map(({ body }) => (body as { message: string }).message);

  /** Gives the contact that the form wants. */
  async function giveContact(chat: AgentChat): Promise<void> {
    type(chat, 'b@shop.example');
    named(chat, 'Send')!.click();
    await until(() => field(chat)?.checkVisibility(), 'the message field');
  }

  async function agree(chat: AgentChat): Promise<void> {
    await until(() => named(chat, 'Agree and start'), 'the consent text');
    named(chat, 'Agree and start')!.click();
  }

  it('does not open a closed chat when the page moves or removes it', async () => {
    const chat = await site.place();
    void chat.sendMessage('Where is my order?');
    await until(() => isShown(chat) && email(chat), 'the form');
    chat.hide();
    await until(() => !isShown(chat), 'the window closed');
    const opened: Event[] = [];
    chat.addEventListener('agent-chat-open', event => opened.push(event));
    const place = document.createElement('div');
    site.box.append(place);
    place.append(chat);
    await chat.updateComplete;
    chat.remove();
    await chat.updateComplete;
    await new Promise(resolve => setTimeout(resolve));
    await chat.updateComplete;
    expect([opened.length, chat.open]).to.deep.equal([0, false]);
    site.box.append(chat);
    await chat.show();
    await giveContact(chat);
    await until(() => asked().length > 0, 'the question sent');
    expect(asked()).to.deep.equal(['Where is my order?']);
  });

  it('is not sent after a logout', async () => {
    const chat = await site.place();
    const told = chat.sendMessage('Where is my order?');
    await until(() => isShown(chat) && email(chat), 'the form');
    await chat.logout();
    await giveContact(chat);
    await told;
    expect(asked()).to.deep.equal([]);
  });

  it('is not sent after a logout if it waited for consent', async () => {
    site.leave();
    site = new Site();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    const told = chat.sendMessage('Where is my order?');
    await chat.show();
    await until(() => named(chat, 'Agree and start'), 'the consent text');
    await chat.logout();
    await chat.updateComplete;
    named(chat, 'Agree and start')!.click();
    await told;
    expect(asked()).to.deep.equal([]);
  });

  it('is not sent if another user signs in', async () => {
    site.leave();
    site = new Site();
    const chat = await site.place(element => {
      Object.assign(element, { consent: 'required', userId: 'ada' });
    });
    const told = chat.sendMessage('Where is my order?');
    await chat.show();
    await until(() => named(chat, 'Agree and start'), 'the consent text');
    chat.userId = 'bob';
    await chat.updateComplete;
    named(chat, 'Agree and start')!.click();
    await told;
    expect(asked()).to.deep.equal([]);
  });

  for (const [what, prepare, pass] of [
    ['a contact', () => {}, giveContact],
    ['a consent', (chat: AgentChat) => Object.assign(chat, { consent: 'required' }), agree],
  ] as const) {
    it(`becomes the draft if the page changes the agent, after ${what}`, async () => {
      if (pass === agree) {
        site.leave();
        site = new Site();
      }
      const chat = await site.place(prepare);
      const told = chat.sendMessage('Where is my order?');
      await chat.show();
      await until(() => email(chat) ?? named(chat, 'Agree and start'), 'what the question waits for');
      chat.agentId = `${site.agentId}-sales`;
      await chat.updateComplete;
      await pass(chat);
      await told;
      await until(() => field(chat)?.value === 'Where is my order?', 'the words given back');
      expect(asked()).to.deep.equal([]);
    });
  }

  it('is dropped if the page removes the agent', async () => {
    const chat = await site.place();
    const told = chat.sendMessage('Where is my order?');
    await until(() => isShown(chat) && email(chat), 'the form');
    chat.agentId = '';
    await told;
    expect(asked()).to.deep.equal([]);
    expect(Object.values(localStorage).join()).not.to.contain('order');
  });

  it('is sent if the page has returned to its agent', async () => {
    const chat = await site.place();
    const told = chat.sendMessage('Where is my order?');
    await until(() => isShown(chat) && email(chat), 'the form');
    chat.agentId = `${site.agentId}-sales`;
    await chat.updateComplete;
    chat.agentId = site.agentId;
    await chat.updateComplete;
    await giveContact(chat);
    await told;
    expect(asked()).to.deep.equal(['Where is my order?']);
  });
});

describe('a partly filled lead form', () => {
  it('is cleared if the visitor logged out elsewhere while the page was in the back/forward cache', async () => {
    const site = new Site(leadForm('after-reply'));
    const chat = await site.place();
    const email = (): HTMLInputElement | null => root(chat).querySelector('input[type=email]');
    await chat.show();
    await chat.sendMessage('Hello?');
    await until(email, 'the form');
    email()!.value = 'ada@shop.example';
    email()!.dispatchEvent(new InputEvent('input', { bubbles: true }));
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    const { agentId, network } = site;
    const elsewhere = new Conversation({
      client: new AgentClient({ endpoint: location.origin, agentId, fetch: network.fetch }),
    });
    elsewhere.logout();
    elsewhere.suspend();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await chat.sendMessage('Hello?');
    await until(email, 'the form for the next visitor');
    expect(email()!.value).to.equal('');
    site.leave();
  });
});
