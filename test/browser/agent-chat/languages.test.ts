import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { allByRole, byRole } from '../by-role.ts';
import { field, named, open, root, Site, type, until, windowOf } from './site.ts';

describe('a visitor’s own language', () => {
  let site: Site;
  afterEach(() => site.leave());

  const place = (lang: string): Promise<AgentChat> =>
    site.place(element => {
      element.lang = lang;
    });
  /** Puts an answer in view, without waiting for the words of the language. */
  const withAnswer = async (lang: string, text: string, createdAt = Date.now()): Promise<AgentChat> => {
    site = new Site();
    const chat = await place(lang);
    await chat.restore({ messages: [{ role: 'assistant', parts: [{ type: 'text', text }], createdAt }] });
    await open(chat);
    await until(() => allByRole(root(chat), 'article')[0]?.querySelector('time'), 'the answer');
    return chat;
  };
  const style = (chat: AgentChat, selector: string): CSSStyleDeclaration =>
    getComputedStyle(root(chat).querySelector(selector)!);

  it('decides the direction of the field until it has letters', async () => {
    site = new Site();
    const chat = await place('ar');
    await open(chat);
    await until(() => field(chat)!.getAttribute('aria-label') === 'رسالة', 'Arabic');
    const direction = (): string => getComputedStyle(field(chat)!).direction;
    expect(direction()).to.equal('rtl');
    for (const [text, expected] of [
      ['Hello', 'ltr'],
      ['+966 11 123', 'rtl'],
      ['مرحبا', 'rtl'],
      ['', 'rtl'],
    ] as const) {
      type(chat, text);
      await until(() => direction() === expected, `${expected} for “${text}”`);
    }
  });

  it('breaks Korean between words only', async () => {
    const korean = await withAnswer('ko', '제공되지 않습니다.');
    expect(style(korean, '.text').wordBreak).to.equal('keep-all');
    site.leave();
    expect(style(await withAnswer('ja', '提供していません。'), '.text').wordBreak).to.equal('normal');
  });

  it('emphasises Chinese, Japanese and Korean without slanted characters', async () => {
    expect(style(await withAnswer('zh', '*强调*'), 'em').fontStyle).to.equal('normal');
    site.leave();
    expect(style(await withAnswer('en', '*this*'), 'em').fontStyle).to.equal('italic');
  });

  it('has no space between letters that are joined', async () => {
    site = new Site({
      initialMessages: ['مرحبا بك في المتجر.', 'كيف يمكننا المساعدة؟'],
      suggestedQueries: ['متى؟'],
    });
    const chat = await place('ar');
    await open(chat);
    await until(() => byRole(root(chat), 'button', 'متى؟'), 'the suggestion');
    const spaced = [...windowOf(chat)!.querySelectorAll('*')].filter(
      element => !['normal', '0px'].includes(getComputedStyle(element).letterSpacing),
    );
    expect(spaced.map(element => element.outerHTML)).to.deep.equal([]);
  });

  it('names the parts of an answer that was there before the language', async () => {
    const chat = await withAnswer('de', '```js\nlet a;\n```\n\n| a |\n|---|\n| b |');
    await until(() => named(chat, 'Code kopieren'), 'the German name of the button');
    expect(named(chat, 'Copy code')).to.equal(undefined);
    await until(() => root(chat).querySelector('[aria-label=Tabelle]'), 'the German name of the table');
  });

  it('has dates as its whole tag writes them', async () => {
    const at = Date.UTC(2026, 10, 3, 15, 4);
    const exact = (tag: string): string =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
    expect(exact('en-GB')).not.to.equal(exact('en'));
    const chat = await withAnswer('en-GB', 'Yes.', at);
    await until(
      () => root(chat).querySelector('time')!.textContent.includes(exact('en-GB')),
      'a British date',
    );
  });

  it('says “just now” of a new message as a person would', async () => {
    const chat = await withAnswer('ja', 'はい。');
    await until(() => root(chat).querySelector('time')!.textContent.includes('たった今'), 'the time');
  });

  it('is marked on the window with its script, also for Taiwan and Hong Kong', async () => {
    for (const [tag, code] of [
      ['zh-TW', 'zh-Hant'],
      ['zh-HK', 'zh-Hant'],
      ['pt', 'pt'],
      ['pt-PT', 'pt-PT'],
    ] as const) {
      site = new Site();
      const chat = await place(tag);
      await open(chat);
      await until(
        () => windowOf(chat)!.closest<HTMLElement>('[lang]')?.lang.startsWith(code),
        `${tag}: ${code}`,
      );
      site.leave();
    }
  });
});
