import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { allByRole, byRole } from '../by-role.ts';
import { field, launcher, named, open, root, Site, until, windowOf } from './site.ts';

describe('the look of the chat', () => {
  let site: Site;
  const html = document.documentElement;
  const sheet = document.createElement('style');
  beforeEach(() => {
    site = new Site();
    document.head.append(sheet);
  });
  afterEach(() => {
    site.leave();
    sheet.remove();
    sheet.textContent = '';
    html.removeAttribute('lang');
    Reflect.deleteProperty(navigator, 'languages');
    Reflect.deleteProperty(navigator, 'connection');
  });

  const LIGHT = 'rgb(255, 255, 255)';
  const DARK = 'rgb(23, 24, 29)';
  const surface = (chat: AgentChat): string => getComputedStyle(windowOf(chat)!).backgroundColor;
  const still = (chat: AgentChat) =>
    until(() => windowOf(chat)!.getAnimations().length === 0, 'the end of motion');

  for (const [page, css, expected] of [
    ['says nothing', '', LIGHT],
    ['declares itself dark', 'html { color-scheme: dark }', DARK],
    [
      'declares itself light and is painted dark',
      'html { color-scheme: light } body { background: #111 }',
      LIGHT,
    ],
    ['is painted dark', 'body { background: #14171c }', DARK],
    ['is painted dark in another colour space', 'html { background: oklch(0.2 0.02 250) }', DARK],
    ['is painted in a mix of colours', 'body { background: color-mix(in srgb, black 90%, white) }', DARK],
    ['is painted in a light mix', 'body { background: color-mix(in srgb, black 10%, white) }', LIGHT],
    ['has a body that lets all through', 'body { background: oklch(0 0 0 / 0) }', LIGHT],
    ['is painted light', 'body { background: rgb(250 240 230) }', LIGHT],
  ] as const) {
    it(`is light or dark, where the page ${page}, unless the element sets it`, async () => {
      sheet.textContent = css;
      const chat = await site.place();
      await open(chat);
      expect(surface(chat)).to.equal(expected);
      chat.theme = 'light';
      await chat.updateComplete;
      expect(surface(chat)).to.equal(LIGHT);
      chat.theme = 'dark';
      await chat.updateComplete;
      expect(surface(chat)).to.equal(DARK);
    });
  }

  it('is light or dark at once if the page switches', async () => {
    sheet.textContent = 'body.night { background: #14171c }';
    try {
      const chat = await site.place();
      await open(chat);
      await chat.sendMessage('Hello?');
      expect(surface(chat)).to.equal(LIGHT);
      document.body.classList.add('night');
      await until(() => surface(chat) === DARK, 'the dark chat');
      document.body.classList.remove('night');
      await until(() => surface(chat) === LIGHT, 'the light chat');
    } finally {
      document.body.classList.remove('night');
    }
  });

  it('can be changed by the page’s CSS, which wins over the settings without !important', async () => {
    sheet.textContent = `
      agent-chat { --agent-chat-surface: rgb(1, 2, 3); --agent-chat-user-bubble: rgb(4, 5, 6) }
      agent-chat::part(launcher) { background: rgb(7, 8, 9); border-radius: 3px }
      agent-chat::part(heading) { font-style: italic }
      agent-chat::part(user-message) { font-weight: 800 }
      agent-chat::part(send-button) { border-radius: 5px }
      agent-chat::part(input) { text-transform: uppercase }`;
    const chat = await site.place(element => {
      element.settings = { styles: { buttonColor: 'teal', userMessageColor: 'olive', radius: 'none' } };
    });
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => root(chat).querySelector('[part~=user-message] [part=bubble]'), 'the message');
    const style = (selector: string) => getComputedStyle(root(chat).querySelector(selector)!);
    expect(surface(chat)).to.equal('rgb(1, 2, 3)');
    expect(style('[part~=user-message] [part=bubble]').backgroundColor).to.equal('rgb(4, 5, 6)');
    expect(style('[part~=launcher]').backgroundColor).to.equal('rgb(7, 8, 9)');
    expect(style('[part~=launcher]').borderTopLeftRadius).to.equal('3px');
    expect(style('[part~=heading]').fontStyle).to.equal('italic');
    expect(style('[part~=user-message]').fontWeight).to.equal('800');
    expect(style('[part~=send-button]').borderTopLeftRadius).to.equal('5px');
    expect(style('[part~=input]').textTransform).to.equal('uppercase');
  });

  it('has its documented sizes and distances', async () => {
    sheet.textContent = `agent-chat { --agent-chat-window-width: 333px; --agent-chat-window-height: 377px;
      --agent-chat-launcher-size: 48px; --agent-chat-offset: 31px; --agent-chat-launcher-radius: 7px;
      --agent-chat-font-size: 17px }`;
    const chat = await site.place();
    await open(chat);
    await still(chat);
    const window = windowOf(chat)!.getBoundingClientRect();
    expect([window.width, window.height]).to.deep.equal([333, 377]);
    expect(Math.round(html.clientWidth - window.right)).to.equal(31);
    const press = launcher(chat).getBoundingClientRect();
    expect([press.width, press.height]).to.deep.equal([48, 48]);
    expect(Math.round(html.clientWidth - press.right)).to.equal(31);
    expect(getComputedStyle(launcher(chat)).borderTopLeftRadius).to.equal('7px');
    expect(getComputedStyle(field(chat)!).fontSize).to.equal('17px');
  });

  /** Where on the page something is. */
  const corner = (node: Element): string => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const across = left > html.clientWidth - right ? 'right' : 'left';
    return `${bottom < innerHeight - 60 && top < 100 ? 'top' : 'bottom'} ${across}`;
  };

  for (const [placement, ltr, rtl] of [
    ['bottom-end', 'bottom right', 'bottom left'],
    ['bottom-start', 'bottom left', 'bottom right'],
    ['top-end', 'top right', 'top left'],
    ['top-start', 'top left', 'top right'],
  ] as const) {
    it(`is in the right corner, mirrored in right-to-left languages: ${placement}`, async () => {
      for (const [lang, expected] of [
        ['en', ltr],
        ['ar', rtl],
      ] as const) {
        const chat = await site.place(element => Object.assign(element, { placement, lang }));
        expect(corner(launcher(chat)), lang).to.equal(expected);
        await open(chat);
        await still(chat);
        expect(corner(windowOf(chat)!).split(' ')[1], lang).to.equal(expected.split(' ')[1]);
        expect(launcher(chat).getBoundingClientRect().y > windowOf(chat)!.getBoundingClientRect().y).to.equal(
          expected.startsWith('bottom'),
        );
        chat.remove();
      }
    });
  }

  it('has the width of the page’s CSS, however wide its content is', async () => {
    site = new Site({}, [eventStream(sse([`\`\`\`\n${'a wide line '.repeat(99)}\n\`\`\`\n`]))]);
    site.box.style.cssText = 'display: grid; grid-template-columns: 1fr 1fr';
    const chat = await site.place(element => {
      element.mode = 'inline';
    });
    site.box.append(document.createElement('p'));
    await chat.sendMessage('Show me');
    await until(() => root(chat).querySelector('pre'));
    await chat.updateComplete;
    expect(chat.offsetWidth * 2).to.be.closeTo(site.box.offsetWidth, 2);
  });

  it('keeps question and answer close together in a wide column', async () => {
    site.box.style.width = '1600px';
    const chat = await site.place(element => {
      element.mode = 'inline';
    });
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Copy text'), 'the answer');
    const side = (part: string) => root(chat).querySelector(part)!.getBoundingClientRect();
    const question = side('[part~=user-message] [part=bubble]');
    const answer = side('[part~=assistant-message] .bubble');
    const composer = side('.composer .row');
    expect(question.right - answer.left).to.be.within(700, 800);
    expect(composer.left).to.be.closeTo(answer.left, 12);
    expect(composer.right).to.be.closeTo(question.right, 12);
  });

  it('aligns notices and actions with the text of the answer', async () => {
    site = new Site({}, [
      eventStream(sse(['Much to say'], reply('Much to say', { finishReason: 'length' }))),
    ]);
    for (const density of ['compact', 'normal', 'spacious'] as const) {
      const chat = await site.place(element => {
        element.settings = { styles: { density } };
      });
      await open(chat);
      await still(chat);
      await chat.sendMessage('Tell me everything');
      await until(
        () => named(chat, 'Regenerate') && root(chat).querySelector('[part~=notice] svg'),
        'what is below it',
      );
      const start = (selector: string): number => {
        const words = document.createRange();
        words.selectNodeContents(root(chat).querySelector(`agent-chat-message:last-child ${selector}`)!);
        return words.getBoundingClientRect().left;
      };
      const words = start('.text p');
      const strokes = root(chat).querySelectorAll(
        'agent-chat-message:last-child [data-action=copy-text] svg > *',
      );
      const icon = Math.min(...[...strokes].map(stroke => stroke.getBoundingClientRect().left));
      const notice = root(chat).querySelector('agent-chat-message:last-child .notice svg')!;
      expect(notice.getBoundingClientRect().left, `${density}, the notice`).to.be.closeTo(words, 0.5);
      expect(icon, `${density}, the first icon`).to.be.closeTo(words, 1.5);
      chat.remove();
    }
  });

  it('has the close button at the same distance in every corner, and uncovered', async () => {
    for (const [placement, lang] of [
      ['bottom-end', 'en'],
      ['bottom-start', 'en'],
      ['bottom-start', 'ar'],
      ['top-start', 'en'],
    ] as const) {
      const chat = await site.place(element => Object.assign(element, { placement, lang }));
      await open(chat);
      await still(chat);
      const edge = windowOf(chat)!.getBoundingClientRect();
      const close = root(chat).querySelector('[part~=close-button]')!;
      const { left, right, top, bottom } = close.querySelector('svg')!.getBoundingClientRect();
      const away = lang === 'ar' ? left - edge.left : edge.right - right;
      expect(away, `${placement}, ${lang}`).to.be.closeTo(14, 0.5);
      for (const [x, y] of [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ] as const)
        expect(close.contains(root(chat).elementFromPoint(x, y)), `${placement}, ${lang}`).to.equal(true);
      chat.remove();
    }
  });

  it('aligns the button of the page context with the close button', async () => {
    const chat = await site.place(element => {
      element.pageContext = true;
    });
    await open(chat);
    await until(() => root(chat).querySelector('[part=page-context] button'), 'the page');
    await still(chat);
    const middle = (button: Element): number => {
      const { left, right } = button.getBoundingClientRect();
      return (left + right) / 2;
    };
    expect(middle(root(chat).querySelector('[part=page-context] button svg')!)).to.be.closeTo(
      middle(root(chat).querySelector('[part~=close-button] svg')!),
      0.5,
    );
  });

  it('is on the side of the settings, which is physical in every language', async () => {
    for (const lang of ['en', 'he']) {
      const chat = await site.place(element => {
        element.lang = lang;
        element.settings = { styles: { alignment: 'left' } };
      });
      expect(corner(launcher(chat)), lang).to.equal('bottom left');
      chat.remove();
    }
  });

  it('can have an icon, an avatar and a label of the page, or no launcher', async () => {
    const chat = await site.place(element => {
      element.launcherLabel = 'Ask us';
      for (const slot of ['launcher-icon', 'avatar']) {
        const own = document.createElement('b');
        own.slot = slot;
        own.textContent = '☂';
        element.append(own);
      }
    });
    await open(chat);
    const shown = (slot: string) =>
      (root(chat).querySelector(`slot[name=${slot}]`) as HTMLSlotElement).assignedElements()[0]!;
    for (const slot of ['launcher-icon', 'avatar'])
      expect(shown(slot).getBoundingClientRect().width).to.be.greaterThan(5);
    expect(launcher(chat).textContent).to.contain('Ask us');
    expect(launcher(chat).getAttribute('aria-label')).to.equal('Ask us, Close chat');
    chat.noLauncher = true;
    await chat.updateComplete;
    expect(launcher(chat)).to.equal(null);
    expect(chat.open).to.equal(true);
  });

  it('is invisible while hidden, floating or inline', async () => {
    for (const mode of ['floating', 'inline'] as const) {
      const chat = await site.place(element => Object.assign(element, { mode, open: true }));
      await until(() => field(chat)?.checkVisibility() === true);
      for (const hidden of [true, false]) {
        chat.hidden = hidden;
        expect(field(chat)!.checkVisibility(), `${mode}, hidden: ${hidden}`).to.equal(!hidden);
      }
      chat.remove();
    }
  });

  it('limits a large icon until the page’s CSS says otherwise', async () => {
    const picture = new Image(512, 512);
    picture.slot = 'launcher-icon';
    picture.src = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"/>')}`;
    await picture.decode();
    const chat = await site.place(element => element.append(picture));
    const size = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return [width, height].map(Math.round);
    };
    expect(size(launcher(chat))).to.deep.equal([56, 56]);
    expect(size(picture)).to.deep.equal([30, 30]);
    picture.style.maxBlockSize = '48px';
    expect(size(picture)).to.deep.equal([48, 48]);
  });

  it('keeps a long label inside the launcher', async () => {
    const chat = await site.place(element => {
      element.launcherLabel =
        'Ask our gardeners about roses, tulips and everything else you might want to plant. '.repeat(4);
    });
    const edge = launcher(chat).getBoundingClientRect();
    const words = launcher(chat).querySelector('[part=launcher-label]')!.getBoundingClientRect();
    expect(words.height).to.be.greaterThan(56);
    expect([words.top >= edge.top, words.bottom <= edge.bottom]).to.deep.equal([true, true]);
  });

  for (const language of ['en', 'de'])
    it(`accepts a string in place of a function in strings (${language})`, async () => {
      const answer = reply('Oak.');
      answer.parts.push({ type: 'citation', title: 'Wood', url: '/wood' });
      site = new Site({}, [eventStream(sse(['Oak.'], answer))]);
      const chat = await site.place(element => {
        element.lang = language;
        element.strings = {
          unread: 'Something new',
          messageFrom: 'A message',
          charactersLeft: 'Some room left',
          sources: 'Where that is from',
        } as unknown as AgentChat['strings'];
      });
      await open(chat);
      await chat.sendMessage('Which wood?');
      await until(() => allByRole(root(chat), 'list', 'Where that is from')[0]);
      expect(root(chat).querySelector('[role=article]')!.getAttribute('aria-label')).to.equal('A message');
    });

  it('chooses its language by the element, its ancestors, the browser, and uses the page’s texts', async () => {
    Object.defineProperty(navigator, 'languages', { get: () => ['xx', 'it-CH'], configurable: true });
    const says = async (prepare: (chat: AgentChat) => void, name: string): Promise<void> => {
      const chat = await site.place(prepare);
      await until(() => launcher(chat).getAttribute('aria-label') === name, name);
      chat.remove();
    };
    await says(() => {}, 'Apri la chat');
    html.lang = 'de-AT';
    await says(() => {}, 'Chat öffnen');
    site.box.lang = 'fr';
    await says(() => {}, 'Ouvrir le chat');
    await says(element => {
      element.lang = 'ja';
    }, 'チャットを開く');
    const chat = await site.place(element => {
      element.lang = 'en';
      element.strings = { openChat: 'Talk to a gardener', message: 'Your question' };
    });
    expect(launcher(chat).getAttribute('aria-label')).to.equal('Talk to a gardener');
    await open(chat);
    expect(field(chat)!.getAttribute('aria-label')).to.equal('Your question');
    expect(named(chat, 'Close chat')).to.not.equal(undefined);
  });

  it('uses its own text if the page’s translation has none', async () => {
    html.lang = 'en';
    const chat = await site.place(element => {
      Object.assign(element, {
        strings: { openChat: undefined, message: undefined, newConversation: undefined },
      });
    });
    expect(launcher(chat).getAttribute('aria-label')).to.equal('Open chat');
    await open(chat);
    expect(field(chat)!.getAttribute('aria-label')).to.equal('Message');
    await chat.sendMessage('Hello');
    await until(() => named(chat, 'New conversation'), 'the button for a new conversation');
  });

  it('truncates a title at its own end in either direction', async () => {
    const { title } = document;
    document.title = `Opening hours ${'and directions '.repeat(9)}`.trim();
    try {
      const chat = await site.place(element => {
        element.lang = 'ar';
        element.pageContext = true;
      });
      await open(chat);
      await until(() =>
        root(chat).querySelector('[part=page-context] span')?.textContent.includes('Opening'),
      );
      const line = root(chat).querySelector('[part=page-context] span')!;
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (!texts.nextNode()?.textContent?.includes('Opening'));
      const first = document.createRange();
      const at = texts.currentNode.textContent!.indexOf('Opening');
      first.setStart(texts.currentNode, at);
      first.setEnd(texts.currentNode, at + 7);
      const [word, box] = [first.getBoundingClientRect(), line.getBoundingClientRect()];
      expect(word.left).to.be.at.least(box.left);
      expect(word.right).to.be.at.most(box.right);
    } finally {
      document.title = title;
    }
  });

  it('shows a page-context text that does not contain the title', async () => {
    const chat = await site.place(element => {
      element.pageContext = true;
      element.strings = { pageShared: () => 'We see which page this is.' };
    });
    await open(chat);
    await until(() => root(chat).querySelector('[part=page-context] span'));
    const line = root(chat).querySelector('[part=page-context] span')!;
    expect(line.textContent).to.equal('We see which page this is.');
  });

  it('uses the page’s language at the time the chat opens', async () => {
    html.lang = 'en';
    const chat = await site.place();
    html.lang = 'de';
    await open(chat);
    await until(() => field(chat)!.getAttribute('aria-label') === 'Nachricht', 'German');
  });

  for (const mode of ['floating', 'inline'] as const) {
    it(`follows the page’s language before the first message, ${mode}`, async () => {
      html.lang = 'en';
      const chat = await site.place(element => {
        element.mode = mode;
      });
      if (mode === 'floating') await open(chat);
      await until(() => field(chat)?.getAttribute('aria-label') === 'Message', 'English');
      const deutsch = document.createElement('button');
      deutsch.onclick = () => {
        html.lang = 'de';
      };
      site.box.append(deutsch);
      deutsch.click();
      await until(() => field(chat)!.getAttribute('aria-label') === 'Nachricht', 'German');
      html.lang = 'en';
      await until(() => field(chat)!.getAttribute('aria-label') === 'Message', 'English again');
    });
  }

  it('follows the page’s language during a conversation', async () => {
    html.lang = 'en';
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello');
    await until(() => named(chat, 'Copy text') !== undefined, 'the answer with what can be done with it');
    html.lang = 'de';
    await until(() => field(chat)!.getAttribute('aria-label') === 'Nachricht', 'German');
    expect(launcher(chat).getAttribute('aria-label')).to.equal('Chat schließen');
  });

  it('returns to English if the page does so before anything is loaded', async () => {
    Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }), configurable: true });
    const chat = await site.place(element => {
      element.lang = 'fr';
    });
    await until(() => launcher(chat).getAttribute('aria-label') === 'Ouvrir le chat', 'French');
    chat.lang = 'en-GB';
    await until(() => launcher(chat).getAttribute('aria-label') === 'Open chat', 'English');
  });

  it('keeps names and sources of another direction in place in right-to-left languages', async () => {
    const chat = await site.place(element => {
      element.lang = 'ar';
      element.heading = 'Corner Shelf';
    });
    const parts = [
      { type: 'text', text: 'Yes.' },
      { type: 'citation', title: 'Returns', url: 'https://shop.example/returns', quote: 'Within 30 days.' },
    ];
    await chat.restore({ messages: [{ role: 'assistant', parts }] });
    await chat.show();
    await until(() => allByRole(root(chat), 'button', '1 Returns')[0], 'the sources');
    await still(chat);
    const words = document.createRange();
    words.selectNodeContents(root(chat).querySelector('[part=heading]')!);
    const avatar = root(chat).querySelector('[part=avatar]')!.getBoundingClientRect();
    expect(avatar.left - words.getBoundingClientRect().right, 'from picture to name').to.be.within(0, 16);
    const source = byRole(root(chat), 'button', '1 Returns');
    const [number, title] = Array.from(source.children, part => part.getBoundingClientRect());
    // Its number is on the left, where its text begins; the chip is on the right.
    expect(title!.left - number!.right, 'from number to title').to.be.within(1, 16);
    const list = byRole(root(chat), 'list').getBoundingClientRect();
    expect(list.right - source.getBoundingClientRect().right).to.be.lessThan(1);
  });

  it('keeps the square corner of the visitor’s messages on their side in any direction', async () => {
    for (const [lang, corner] of [
      ['en', 'borderBottomRightRadius'],
      ['ar', 'borderBottomLeftRadius'],
    ] as const) {
      const chat = await site.place(element => Object.assign(element, { mode: 'inline', lang }));
      const messages = ['Where is it?', 'أين طلبي؟'].map(text => ({
        role: 'user',
        parts: [{ type: 'text', text }],
      }));
      await chat.restore({ messages } as Parameters<AgentChat['restore']>[0]);
      const bubbles = (): Element[] => [...root(chat).querySelectorAll('[part=bubble]')];
      await until(() => bubbles().length === 2, 'both questions');
      expect(
        bubbles().map(bubble => getComputedStyle(bubble)[corner]),
        lang,
      ).to.deep.equal(['5px', '5px']);
      const words = bubbles().map(
        bubble => getComputedStyle(bubble.querySelector('[part=part-text]')!).direction,
      );
      expect(words, lang).to.deep.equal(['ltr', 'rtl']);
      chat.remove();
    }
  });

  it('keeps a long heading inside the window', async () => {
    const chat = await site.place(element => {
      element.mode = 'inline';
      element.heading = 'Corner Shelf, small tools for websites, kept in one corner and sold by the line';
      element.style.setProperty('--agent-chat-window-width', '320px');
    });
    await until(() => root(chat).querySelector('[part=heading]'), 'the name');
    const heading = root(chat).querySelector('[part=heading]')!;
    const edge = root(chat).querySelector('[part=header]')!.getBoundingClientRect();
    const { right } = heading.getBoundingClientRect();
    const [more, ...others] = root(chat).querySelectorAll('[part=header] button');
    expect(others).to.deep.equal([]);
    expect(right, 'before the button').to.be.at.most(more!.getBoundingClientRect().left);
    expect(edge.right - more!.getBoundingClientRect().right, 'the button').to.be.at.least(0);
  });

  it('orders the owner’s form texts by their own direction', async () => {
    const chat = await site.place(element => {
      element.lang = 'he';
      element.settings = {
        leadForm: { title: 'May we write?', when: 'before', email: { label: 'Mail, please!' } },
      };
    });
    await chat.show();
    await until(() => root(chat).querySelector('[part=lead-form] label'), 'the form');
    const at = (node: Node, index: number): number => {
      const letter = document.createRange();
      letter.setStart(node, index);
      letter.setEnd(node, index + 1);
      return letter.getBoundingClientRect().left;
    };
    for (const words of ['May we write?', 'Mail, please!']) {
      const texts = document.createTreeWalker(
        root(chat).querySelector('[part=lead-form]')!,
        NodeFilter.SHOW_TEXT,
      );
      while (texts.nextNode()?.textContent !== words);
      expect(at(texts.currentNode, words.length - 1), words).to.be.greaterThan(at(texts.currentNode, 0));
    }
  });

  it('orders the page’s tool texts by their own direction', async () => {
    const chat = await site.place(element => {
      element.lang = 'ar';
    });
    chat.registerTool('cart', { description: 'Open the cart.', confirm: true, run: () => 'open' });
    const call = { type: 'tool-call', id: '1', name: 'cart', state: 'running', input: {} };
    await chat.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'May I?' }, call] }],
    });
    await chat.show();
    await until(() => allByRole(root(chat), 'group', 'cart')[0], 'the question');
    const title = byRole(root(chat), 'group', 'cart').querySelector('p')!;
    const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    while (!texts.nextNode()?.textContent?.includes('cart.'));
    const words = texts.currentNode;
    const at = (letter: string): number => {
      const range = document.createRange();
      range.setStart(words, words.textContent!.indexOf(letter));
      range.setEnd(words, words.textContent!.indexOf(letter) + 1);
      return range.getBoundingClientRect().left;
    };
    expect(at('.')).to.be.greaterThan(at('c'));
  });

  it('gives every button the owner’s corner radius', async () => {
    const chat = await site.place(element => {
      element.settings = {
        styles: { radius: 'none' },
        suggestedQueries: ['Where is my order?'],
        leadForm: { when: 'before' },
      };
    });
    await chat.show();
    await until(() => root(chat).querySelector('[part=lead-form] button'), 'the form');
    const corners = allByRole(windowOf(chat)!, 'button').map(
      button => `${button.textContent.trim()} ${getComputedStyle(button).borderTopLeftRadius}`,
    );
    expect(corners).to.include('Send 0px');
    expect(corners.filter(corner => !corner.endsWith(' 0px'))).to.deep.equal([]);
  });
});
