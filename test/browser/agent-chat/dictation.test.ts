import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { appendWords } from '../../../src/elements/conversation/dictation/recognition.ts';
import { speechLanguage } from '../../../src/elements/conversation/dictation/speech-language.ts';
import { replaceGlobal } from '../../fakes/replace-global.ts';
import { FakeRecognition } from '../../fakes/speech-recognition.ts';
import { byRole, descriptionOf } from '../by-role.ts';
import { prefer } from '../prefer.ts';
import { field, focused, isShown, named, open, press, root, Site, type, until, windowOf } from './site.ts';

describe('dictation', () => {
  let site: Site;
  let chat: AgentChat;
  let leave: () => void;

  const place = async (attribute = '', lang = 'en-GB'): Promise<void> => {
    chat = await site.place(element => {
      element.setAttribute('dictation', attribute);
      element.lang = lang;
    });
    await open(chat);
  };
  const openMenu = async (): Promise<void> => {
    byRole(root(chat), 'button', 'More options').focus();
    byRole(root(chat), 'button', 'More options').click();
    await until(() => root(chat).querySelector('[role=menu]') !== null, 'the menu');
  };
  const panel = (): HTMLElement | null =>
    root(chat).querySelector<HTMLElement>('[role=group][aria-label=Dictate]');
  const status = (): string => root(chat).querySelector('[role=status]')!.textContent;
  const dictate = async (): Promise<FakeRecognition> => {
    const before = FakeRecognition.all.length;
    await openMenu();
    named(chat, 'Dictate')!.click();
    await until(() => FakeRecognition.all.length > before && FakeRecognition.last.isOn, 'the recogniser');
    await until(() => focused() === named(chat, 'Done'), 'the focus on Done');
    return FakeRecognition.last;
  };
  const gone = (): Promise<void> => until(() => panel() === null, 'the end of the dictation');

  beforeEach(() => {
    site = new Site();
    leave = FakeRecognition.install();
  });
  afterEach(() => {
    site.leave();
    leave();
  });

  it('is offered only if the page enables it and the browser supports it', async () => {
    await place('false');
    await openMenu();
    expect(named(chat, 'Dictate')).to.equal(undefined);
    press(focused()!, 'Escape');
    chat.setAttribute('dictation', '');
    const back = replaceGlobal('webkitSpeechRecognition', undefined);
    await openMenu();
    expect(named(chat, 'Dictate')).to.equal(undefined);
    press(focused()!, 'Escape');
    back();
    await openMenu();
    expect(named(chat, 'Dictate')).not.to.equal(undefined);
    expect(FakeRecognition.all, 'nothing is asked of the microphone before').to.deep.equal([]);
  });

  it('shows what it recognizes, and appends it to the draft at the end of speech', async () => {
    await place();
    type(chat, 'I bought a lamp.');
    const heard = await dictate();
    expect([heard.lang, heard.continuous, heard.interimResults]).to.deep.equal(['en-GB', false, true]);
    expect(panel()!.textContent).to.contain('Waiting for the microphone');
    heard.begin();
    await until(() => panel()!.textContent.includes('Listening'));
    expect(status()).to.equal('Listening');
    heard.hear('can I', ' sent');
    await until(() => panel()!.textContent.includes('can I sent'));
    expect(field(chat)!.value, 'until then').to.equal('I bought a lamp.');
    expect(status(), 'words are not read back while somebody speaks').to.equal('Listening');
    heard.pause('can I send it back');
    await gone();
    await until(() => focused() === field(chat), 'the cursor in the field');
    expect(field(chat)!.value).to.equal('I bought a lamp. can I send it back');
    expect(field(chat)!.selectionStart).to.equal(field(chat)!.value.length);
    expect(site.network.asked(), 'nothing is sent').to.deep.equal([]);
    await chat.updateComplete;
    chat.remove();
    await place();
    expect(field(chat)!.value, 'it is a draft like any other').to.equal(
      'I bought a lamp. can I send it back',
    );
  });

  it('does not take the focus from a field of the page', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    const elsewhere = document.createElement('input');
    site.box.append(elsewhere);
    elsewhere.focus();
    heard.pause('where is my order');
    await gone();
    expect(field(chat)!.value).to.equal('where is my order');
    expect(focused()).to.equal(elsewhere);
  });

  it('waits for the last words after Done, and takes what there is after a second press', async () => {
    await place();
    let heard = await dictate();
    heard.begin();
    heard.hear('where is my order');
    named(chat, 'Done')!.click();
    await gone();
    expect(field(chat)!.value).to.equal('where is my order');
    expect(heard.log).to.include('stop()');

    heard = await dictate();
    heard.stop = () => {};
    heard.begin();
    heard.hear('forty-two');
    named(chat, 'Done')!.click();
    named(chat, 'Done')!.click();
    await gone();
    expect(field(chat)!.value).to.equal('where is my order forty-two');
    expect(heard.log).to.include('abort()');
  });

  for (const way of ['Cancel', 'Escape', 'Escape in the field'] as const)
    it(`leaves the draft unchanged on ${way}`, async () => {
      await place();
      type(chat, 'Hello');
      const heard = await dictate();
      heard.begin();
      heard.hear('something else');
      if (way === 'Cancel') named(chat, 'Cancel')!.click();
      else {
        if (way !== 'Escape') field(chat)!.focus();
        press(focused()!, 'Escape');
      }
      await gone();
      expect(heard.log).to.include('abort()');
      expect(field(chat)!.value).to.equal('Hello');
      expect(isShown(chat), 'the window stays').to.equal(true);
      expect(focused()).to.equal(named(chat, 'More options'));
    });

  const PROBLEMS = {
    'not-allowed': /access is blocked/,
    'service-not-allowed': /Dictation failed/,
    'audio-capture': /can’t be used/,
    'no-speech': /No speech was detected/,
    network: /isn’t reachable/,
    'language-not-supported': /doesn’t recognise speech in this language/,
    aborted: /Dictation failed/,
    'something-new': /Dictation failed/,
  };
  for (const [code, words] of Object.entries(PROBLEMS))
    it(`shows the error and can listen again: ${code}`, async () => {
      await place();
      type(chat, 'Hello');
      const heard = await dictate();
      if (code !== 'not-allowed') heard.begin();
      heard.fail(code);
      await until(() => words.test(panel()?.textContent ?? ''), 'the words for it');
      expect(status()).to.match(words);
      expect(focused()).to.equal(named(chat, 'Try again'));
      named(chat, 'Try again')!.click();
      await until(() => FakeRecognition.last !== heard && FakeRecognition.last.isOn, 'another try');
      FakeRecognition.last.begin();
      FakeRecognition.last.pause('there');
      await gone();
      expect(field(chat)!.value).to.equal('Hello there');
    });

  it('says that nothing was recognized', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    heard.stop();
    await until(() => panel()!.textContent.includes('No speech was detected'));
  });

  it('says so if the browser does not start', async () => {
    FakeRecognition.refuses = 'to start';
    await place();
    await openMenu();
    named(chat, 'Dictate')!.click();
    await until(() => /Dictation failed/.test(panel()?.textContent ?? ''));
    named(chat, 'Cancel')!.click();
    await gone();
  });

  it('keeps the words recognized before an error', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    heard.hear('half a question');
    heard.fail('network');
    await until(() => /isn’t reachable/.test(panel()!.textContent));
    expect(panel()!.textContent).to.contain('half a question');
    named(chat, 'Done')!.click();
    await gone();
    expect(field(chat)!.value).to.equal('half a question');
  });

  it('does not truncate a text that is too long, says so, and does not send it', async () => {
    await place();
    type(chat, 'a'.repeat(1995));
    const heard = await dictate();
    heard.begin();
    heard.pause('one more word');
    await gone();
    await until(() => descriptionOf(field(chat)!) === '9 characters too many');
    expect(field(chat)!.value).to.equal(`${'a'.repeat(1995)} one more word`);
    press(field(chat)!, 'Enter');
    expect(site.network.asked()).to.deep.equal([]);
  });

  it('does not repeat what Chrome on Android reports again with each word', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    heard.pause('hi', 'Hi how', 'hi how are', 'hi how are you');
    await gone();
    expect(field(chat)!.value).to.equal('hi how are you');
  });

  it('adds a space if the script uses spaces', () => {
    expect(appendWords('', 'Hello')).to.equal('Hello');
    expect(appendWords('Hello', 'there')).to.equal('Hello there');
    expect(appendWords('Hello ', 'there')).to.equal('Hello there');
    expect(appendWords('Hello\n', 'there')).to.equal('Hello\nthere');
    expect(appendWords('مرحبا', 'كيف')).to.equal('مرحبا كيف');
    expect(appendWords('안녕', '하세요')).to.equal('안녕 하세요');
    expect(appendWords('你好。', '请问')).to.equal('你好。请问');
    expect(appendWords('注文は', 'どこ')).to.equal('注文はどこ');
    expect(appendWords('𠮷', '𠮷')).to.equal('𠮷𠮷');
  });

  const SPOKEN: [string, string, string[], string][] = [
    ['pt-br', 'de', ['pt-PT'], 'pt-BR'],
    ['de', 'de_AT', ['de-DE'], 'de-AT'],
    ['de', 'de', ['en-US', 'de-CH'], 'de-CH'],
    ['zh-Hant', 'en', ['zh-CN'], 'zh-TW'],
    ['he_IL', 'en', [], 'he-IL'],
    ['fr', 'not a language', ['en-US'], 'fr'],
  ];
  for (const [own, page, browser, spoken] of SPOKEN)
    it(`recognizes ${spoken} if the chat has ${own}, the page ${page}, the browser ${browser}`, () => {
      const { lang } = document.documentElement;
      const element = document.createElement('div');
      element.lang = own;
      const inside = element.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
      document.documentElement.lang = page;
      Object.defineProperty(navigator, 'languages', { configurable: true, value: browser });
      try {
        expect(speechLanguage(inside, spoken.slice(0, 2))).to.equal(spoken);
      } finally {
        document.documentElement.lang = lang;
        delete (navigator as { languages?: unknown }).languages;
      }
    });

  it('keeps the recognized words if the visitor opens the menu', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    heard.hear('where is my order');
    await openMenu();
    await until(() => root(chat).querySelector('[role=menuitem]') === focused(), 'the menu, which stays');
    expect(panel()).to.equal(null);
    expect(heard.log).to.include('abort()');
    expect(field(chat)!.value).to.equal('where is my order');
  });

  it('does not wait for an end event that a browser omits after an error', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    heard.dispatchEvent(Object.assign(new Event('error'), { error: 'network' }));
    await until(() => /isn’t reachable/.test(panel()!.textContent));
  });

  const ENDS: Record<string, [() => unknown, string]> = {
    'the window closes': [() => chat.hide(), 'Hello half a'],
    'the tab goes out of sight': [
      () => document.dispatchEvent(new Event('visibilitychange')),
      'Hello half a',
    ],
    'another conversation begins': [() => chat.newConversation(), ''],
    'the visitor is forgotten': [() => chat.logout(), ''],
    'a question is sent': [() => press(field(chat)!, 'Enter'), 'half a'],
  };
  for (const [when, [happen, left]] of Object.entries(ENDS))
    it(`releases the microphone when ${when}`, async () => {
      await place();
      await chat.sendMessage('Hello?');
      type(chat, 'Hello');
      const heard = await dictate();
      heard.begin();
      heard.hear('half a');
      if (when.includes('tab'))
        Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      try {
        await happen();
        await gone();
      } finally {
        delete (document as { hidden?: boolean }).hidden;
      }
      expect(heard.log).to.include('abort()');
      await until(() => field(chat)!.value === left, `“${left}” in the field`);
    });

  it('releases the microphone when the chat is removed, and does not restart after a move', async () => {
    await place();
    const heard = await dictate();
    heard.begin();
    site.box.prepend(document.createElement('p'));
    const other = document.createElement('div');
    site.box.append(other);
    other.append(chat);
    expect(heard.log).to.include('abort()');
    await gone();
    chat.remove();
    expect(FakeRecognition.all).to.have.length(1);
  });

  it('stays on the device if the language is installed, and says so otherwise', async () => {
    FakeRecognition.local = ['en-GB'];
    await place();
    let heard = await dictate();
    expect(heard.processLocally).to.equal(true);
    expect(panel()!.textContent).not.to.contain('to its vendor');
    named(chat, 'Cancel')!.click();
    await gone();
    for (const refuses of [undefined, 'the question'] as const) {
      FakeRecognition.local = [];
      FakeRecognition.refuses = refuses;
      heard = await dictate();
      expect(heard.processLocally).to.equal(false);
      await until(() => panel()!.textContent.includes('to its vendor'), 'the word that it may be sent');
      named(chat, 'Cancel')!.click();
      await gone();
    }
  });

  it('does not ask for the microphone if it was cancelled before', async () => {
    await place();
    const { available } = FakeRecognition;
    let answer = (_: string): void => {};
    FakeRecognition.available = () =>
      new Promise(resolve => {
        answer = resolve;
      });
    try {
      await openMenu();
      named(chat, 'Dictate')!.click();
      await until(() => panel() !== null);
      named(chat, 'Cancel')!.click();
      await gone();
      answer('available');
      await new Promise(requestAnimationFrame);
      expect(FakeRecognition.all).to.deep.equal([]);
    } finally {
      FakeRecognition.available = available;
    }
  });

  it('keeps its buttons and the field visible on the smallest screen', async () => {
    await setViewport({ width: 320, height: 256 });
    try {
      chat = await site.place(element => element.setAttribute('dictation', ''));
      await chat.show();
      await until(
        () => windowOf(chat)!.matches(':modal') && windowOf(chat)!.contains(focused()),
        'the window',
      );
      const heard = await dictate();
      heard.begin();
      heard.hear('and then I went to the shop once more and asked whether it was there '.repeat(5));
      await until(() => panel()!.textContent.includes('once more'));
      await until(() => panel()!.getBoundingClientRect().height > 200, 'the words');
      const frame = panel()!.closest('agent-chat-dictation')!.getBoundingClientRect();
      for (const name of ['Done', 'Cancel']) {
        const { top, bottom } = named(chat, name)!.getBoundingClientRect();
        expect(top, name).to.be.at.least(frame.top);
        expect(bottom, name).to.be.at.most(frame.bottom + 0.5);
      }
      expect(field(chat)!.getBoundingClientRect().bottom).to.be.at.most(innerHeight);
      expect(frame.bottom).to.be.at.most(field(chat)!.getBoundingClientRect().top);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('is not printed', async function () {
    await place();
    await dictate();
    if (!(await prefer({ media: 'print' }))) this.skip();
    try {
      expect(panel()!.checkVisibility()).to.equal(false);
      expect(getComputedStyle(root(chat).querySelector('.log-frame')!).display).to.equal('block');
    } finally {
      await prefer({ media: 'screen' });
    }
  });

  it('does not cover a focused element above it', async () => {
    await place();
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Copy text') !== undefined);
    await dictate();
    const copy = named(chat, 'Copy text')!;
    copy.focus();
    await until(() => copy.getBoundingClientRect().bottom <= panel()!.getBoundingClientRect().top);
  });
});
