import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { allByRole, byRole, nameOf } from '../by-role.ts';
import { field, isShown, launcher, named, open, root, Site, until } from './site.ts';

describe('a visitor with a screen reader', () => {
  let site: Site;
  afterEach(() => site.leave());

  const heard = (chat: AgentChat): string =>
    allByRole(root(chat), 'status')
      .map(region => region.textContent)
      .join('');
  /** What the focus is on, inside the chat. */
  const focused = (chat: AgentChat): HTMLElement => root(chat).activeElement as HTMLElement;
  const tabBack = async (): Promise<void> => {
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ up: 'Shift' });
  };
  const answered = async (text = 'Hello there.'): Promise<AgentChat> => {
    site = new Site({}, [eventStream(sse([text], reply(text)))]);
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Copy text'), 'the actions');
    return chat;
  };

  it('is in the field after Stop, which stays the same button', async () => {
    site = new Site({}, [eventStream(sse(['One']).slice(0, 1), { end: 'hang' })]);
    const chat = await site.place();
    await open(chat);
    void chat.sendMessage('Count');
    await until(() => named(chat, 'Stop'));
    const stop = named(chat, 'Stop')!;
    await chat.updateComplete;
    stop.focus();
    expect(focused(chat)).to.equal(stop);
    await sendKeys({ press: 'Enter' });
    await until(() => focused(chat) === field(chat), 'the field');
    await until(() => nameOf(stop) === 'Send message');
    expect(named(chat, 'Send message')).to.equal(stop);
  });

  it('hears the greeting when the window opens, and how many questions are suggested', async () => {
    site = new Site({ initialMessages: ['Hi, I know **this shop**.'], suggestedQueries: ['A?', 'B?'] });
    const chat = await site.place();
    launcher(chat).click();
    await until(() => heard(chat) === 'Hi, I know this shop. Suggested questions: 2', 'the greeting');
  });

  it('hears the text of a message that gets the focus', async () => {
    const chat = await answered();
    for (const message of allByRole(root(chat), 'article')) {
      const text = root(chat).getElementById(message.getAttribute('aria-describedby')!)!;
      expect(message.contains(text)).to.equal(true);
      expect(text.textContent.trim()).not.to.equal('');
    }
  });

  it('hears the text of a focused message without the names of its buttons', async () => {
    const chat = await answered('Run this:\n\n```js\nlet a = 1;\n```\n\nThat is all.');
    const message = (): Element => allByRole(root(chat), 'article').at(-1)!;
    await until(() => message().ariaDescription, 'the description');
    expect(message().ariaDescription!.split(/\s*\n\s*/)).to.deep.equal([
      'Run this:',
      'let a = 1;',
      'That is all.',
    ]);
    expect(message().getAttribute('aria-describedby')).to.equal(null);
    expect(named(chat, 'Copy code')!.closest('[aria-hidden]')).to.equal(null);
  });

  it('hears the text of a focused message without the quotes of its sources, which are closed', async () => {
    const text = 'Run this:\n\n```js\nlet a = 1;\n```';
    const answer = reply(text);
    answer.parts = [
      { type: 'text', text },
      { type: 'citation', title: 'Guide', url: '/guide', quote: 'The first lesson.' },
    ];
    site = new Site({}, [eventStream(sse([text], answer))]);
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('How?');
    await until(() => allByRole(root(chat), 'button', '1 Guide')[0], 'the source');
    const message = allByRole(root(chat), 'article').at(-1)!;
    field(chat)!.focus();
    await sendKeys({ press: 'ArrowUp' });
    await until(() => focused(chat) === message, 'the message');
    await chat.updateComplete;
    expect(message.textContent).to.include('The first lesson.');
    expect(message.ariaDescription!.split(/\s*\n\s*/)).to.deep.equal(['Run this:', 'let a = 1;']);
  });

  it('hears a repeated announcement from another region than before', async () => {
    const chat = await answered();
    const conversation = root(chat).querySelector('agent-chat-conversation')!;
    const speaking = (): number => allByRole(root(chat), 'status').findIndex(region => region.textContent);
    conversation.say('Copied');
    const before = speaking();
    conversation.say('Copied');
    expect(speaking()).not.to.equal(before);
    expect(heard(chat).trim()).to.equal('Copied');
  });

  it('hears a whole answer of up to 1,000 characters', async () => {
    const text = 'word '.repeat(195).trim();
    const chat = await answered(text);
    await until(() => heard(chat) === text, 'the answer');
  });

  it('reads an answer in its own language, if the service says or its script shows which', async () => {
    const french = reply('Sous trente jours.');
    french.parts = [{ type: 'text', text: 'Sous trente jours.', language: 'fr' }];
    const japanese = '30日以内に返品できます。';
    const chinese = '我们店里所有的ポケモン商品都可以在三十天之内退货。';
    site = new Site({}, [
      eventStream(sse(['Sous trente jours.'], french)),
      eventStream(sse([japanese], reply(japanese))),
      eventStream(sse(['Ein π.'], reply('Ein π.'))),
      eventStream(sse([chinese], reply(chinese))),
    ]);
    const chat = await site.place();
    await open(chat);
    const languages: string[] = [];
    for (const text of ['Sous trente jours.', japanese, 'Ein π.', chinese]) {
      await chat.sendMessage('When?');
      await until(() => heard(chat) === text, text);
      languages.push(allByRole(root(chat), 'article').at(-1)!.querySelector<HTMLElement>('.text')!.lang);
    }
    expect(languages).to.deep.equal(['fr', 'ja', '', '']);
  });

  it('is back at the launcher after closing, also if no press moved the focus', async () => {
    site = new Site();
    const search = document.createElement('input');
    site.box.append(search);
    const chat = await site.place();
    search.focus();
    launcher(chat).click();
    await until(() => isShown(chat) && focused(chat) === field(chat), 'the field');
    field(chat)!.blur();
    named(chat, 'Close chat')!.click();
    await until(() => !isShown(chat));
    expect(focused(chat)).to.equal(launcher(chat));
  });

  it('never stops at the window itself with Tab', async () => {
    const chat = await answered();
    // The end of the walk. In Firefox a walk out of the page leaves the tests after it without the focus.
    const before = document.createElement('button');
    site.box.prepend(before);
    field(chat)!.focus();
    const stops = new Set<string>();
    while (document.activeElement !== before) {
      if (focused(chat)) stops.add(focused(chat).localName);
      await tabBack();
    }
    expect([...stops]).to.include('agent-chat-message');
    expect([...stops]).not.to.include('dialog');
  });

  it('reaches the newest answer from the empty field with one press, and by Tab with three at most', async () => {
    const chat = await answered();
    field(chat)!.focus();
    await sendKeys({ press: 'ArrowUp' });
    const newest = allByRole(root(chat), 'article').at(-1)!;
    expect(focused(chat)).to.equal(newest);
    field(chat)!.focus();
    let presses = 0;
    while (focused(chat) !== newest && presses < 10) {
      presses++;
      await tabBack();
    }
    expect(presses).to.be.at.most(3);
  });

  it('finds names on what groups the field and the feedback', async () => {
    const chat = await answered();
    expect(byRole(root(chat), 'group', 'Send message').contains(field(chat))).to.equal(true);
    for (const region of allByRole(root(chat), 'status')) expect(nameOf(region)).not.to.equal('');
    named(chat, 'Bad answer')!.click();
    await until(() => allByRole(root(chat), 'form').some(form => nameOf(form) === 'What was wrong?'));
  });

  it('hears each refusal of an incomplete contact, and no complaint about a field before', async () => {
    const leadForm = {
      title: 'Before you start',
      when: 'before' as const,
      required: true,
      consent: '',
      name: { enabled: true, label: '', required: true },
      email: { enabled: false, label: '', required: false },
      phone: { enabled: false, label: '', required: false },
    };
    site = new Site({ leadForm });
    const chat = await site.place();
    launcher(chat).click();
    const leadField = () => root(chat).querySelector<HTMLInputElement>('[part=lead-form] input');
    await until(leadField);
    const input = leadField()!;
    expect(input.ariaInvalid).to.equal('false');
    input.focus();
    const spoken = () => allByRole(root(chat), 'status').find(region => region.textContent);
    await sendKeys({ press: 'Enter' });
    await until(spoken, 'the first refusal');
    const first = spoken();
    const text = first!.textContent!;
    await sendKeys({ press: 'Enter' });
    await until(() => spoken() !== first, 'the second refusal');
    expect(spoken()!.textContent!.trim()).to.equal(text.trim());
    // Orca ignores a text that is the same as the one before, whichever region it is in.
    expect(spoken()!.textContent).not.to.equal(text);
    expect(input.ariaInvalid).to.equal('true');
  });
});
