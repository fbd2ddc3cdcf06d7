import { expect } from '@open-wc/testing';
import { eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { allByRole, byRole } from '../by-role.ts';
import { field, launcher, named, open, root, Site, until, windowOf } from './site.ts';

const RICH =
  '# Title\n\nText with `code` and [a link](https://example.com).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\n```\n\n- one\n- two';

describe('colours', () => {
  let site: Site;
  afterEach(() => site.leave());

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  /** Of colours on each other, the lowest first. */
  const luminance = (...colours: string[]): number => {
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(value => {
      const c = value / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string): number => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  /** The colour behind something: of the nearest around it that has one. */
  const behind = (node: Element): string => {
    const { backgroundColor } = getComputedStyle(node);
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? behind(node.parentElement!) : backgroundColor;
  };

  it('stay readable with any brand colour', async () => {
    site = new Site({}, [eventStream(sse(['[link](https://example.com)']))]);
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => allByRole(root(chat), 'link')[0]);
    const user = root(chat).querySelector('[part~=user-message] [part=bubble]')!;
    const agent = root(chat).querySelector('[part~=assistant-message] [part=bubble]')!;
    const link = byRole(agent, 'link');
    for (const theme of ['light', 'dark'] as const) {
      chat.theme = theme;
      for (let hue = 0; hue < 360; hue += 12) {
        for (const lightness of [20, 50, 80]) {
          const buttonColor = `hsl(${hue} 100% ${lightness}%)`;
          chat.settings = { styles: { buttonColor } };
          await chat.updateComplete;
          const press = getComputedStyle(launcher(chat));
          expect(contrast(press.color, press.backgroundColor), `launcher ${buttonColor}`).to.be.at.least(4.5);
          const mine = getComputedStyle(user);
          expect(contrast(mine.color, mine.backgroundColor), `message ${buttonColor}`).to.be.at.least(4.5);
          const under = behind(agent);
          expect(
            contrast(getComputedStyle(link).color, under),
            `link ${buttonColor} ${theme}`,
          ).to.be.at.least(4.5);
        }
      }
    }
  });

  it('stay readable on a translucent colour', async () => {
    site = new Site({}, [eventStream(sse(['Hi']))]);
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    const bubbles = [
      ...root(chat).querySelectorAll('[part=bubble]'),
      named(chat, 'Send message')!,
      launcher(chat),
    ];
    for (const theme of ['light', 'dark'] as const) {
      for (const opacity of [0, 5, 10, 35, 50, 60, 75, 90]) {
        for (const colour of ['0 0 0', '255 255 255', '20 30 255', '230 20 20', '120 120 120', '20 130 60']) {
          const given = `rgb(${colour} / ${opacity}%)`;
          chat.settings = {
            styles: { theme, buttonColor: given, userMessageColor: given, agentMessageColor: given },
          };
          await chat.updateComplete;
          for (const change of (chat.shadowRoot as ShadowRoot).getAnimations()) change.finish();
          const surface = getComputedStyle(windowOf(chat)!).backgroundColor;
          for (const bubble of bubbles) {
            const { color, backgroundColor } = getComputedStyle(bubble);
            const [low, high] = [luminance(color), luminance(surface, backgroundColor)].sort((a, b) => a - b);
            expect(
              (high! + 0.05) / (low! + 0.05),
              `${given} ${theme} ${bubble.outerHTML.slice(0, 60)}`,
            ).to.be.at.least(4.5);
          }
        }
      }
    }
  });

  it('keep the lines in an answer subtle but visible with any bubble colour', async () => {
    site = new Site({}, [eventStream(sse([RICH], reply(RICH)))]);
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => root(chat).querySelector('table'));
    // Until the language has arrived, which renders answers anew.
    await until(() => named(chat, 'Copy text') && named(chat, 'Copy code'));
    const table = byRole(root(chat), 'group', 'Table');
    for (const theme of ['light', 'dark'] as const) {
      chat.theme = theme;
      for (const agentMessageColor of ['', '#0b2545', '#ffe14d', '#777', '#fff', '#000']) {
        chat.settings = { styles: { agentMessageColor } };
        await chat.updateComplete;
        const under = luminance(behind(table));
        const line = luminance(getComputedStyle(table).borderTopColor);
        const stands = (Math.max(under, line) + 0.05) / (Math.min(under, line) + 0.05);
        expect(stands, `${agentMessageColor} ${theme}`).to.be.within(1.2, 2.2);
      }
    }
  });

  it('outline a visitor’s message of the window’s own colour, and no other', async () => {
    site = new Site();
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Bad answer'));
    const message = root(chat).querySelector('[part~=user-message] [part=bubble]')!;
    for (const [theme, buttonColor, seen] of [
      ['light', '#fff', true],
      ['light', '#4150d8', false],
      ['light', '#000', false],
      ['dark', '#000', true],
      ['dark', '#fff', false],
    ] as const) {
      chat.theme = theme;
      chat.settings = { styles: { buttonColor } };
      await chat.updateComplete;
      const [line = 'transparent'] = /\w+\([^)]*\)/.exec(getComputedStyle(message).boxShadow) ?? [];
      const fill = luminance(buttonColor);
      const edge = luminance(line);
      const stands = (Math.max(fill, edge) + 0.05) / (Math.min(fill, edge) + 0.05);
      expect(stands > 1.4, `${buttonColor} ${theme}: ${stands}`).to.equal(seen);
      if (!seen) expect(stands).to.be.below(1.01);
    }
  });

  it('keep the selected reason readable with any brand colour', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.theme = 'light';
    });
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Bad answer'));
    named(chat, 'Bad answer')!.click();
    await until(() => allByRole(root(chat), 'checkbox')[0]);
    const box = byRole<HTMLInputElement>(root(chat), 'checkbox');
    box.click();
    const [reason] = box.labels as unknown as [Element];
    for (let hue = 0; hue < 360; hue += 12) {
      const buttonColor = `hsl(${hue} 100% 50%)`;
      chat.settings = { styles: { buttonColor } };
      await chat.updateComplete;
      const { color, backgroundColor } = getComputedStyle(reason);
      // A tint is seen on what lies under it.
      luminance('#fff');
      const tinted = luminance(backgroundColor);
      expect((tinted + 0.05) / (luminance(color) + 0.05), buttonColor).to.be.at.least(4.5);
    }
  });

  it('stay readable in answers and code of any colour', async () => {
    site = new Site();
    const chat = await site.place(element => element.setAttribute('tool-details', ''));
    await open(chat);
    chat.registerTool('pay', { description: 'Pay.', confirm: true, run: () => 'paid' });
    const answer = `${RICH}\n\n> A [quoted](https://example.com) word`;
    const call = { type: 'tool-call', state: 'done', name: 'look', input: { id: 1 }, output: 'found' };
    await chat.restore({
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Hello?' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'text', text: answer },
            { type: 'citation', title: 'A page', url: 'https://example.com', quote: 'As it says.' },
            { ...call, id: '1' },
            { type: 'tool-call', state: 'running', name: 'pay', id: '2', input: { sum: 1 } },
          ],
        },
      ],
    });
    await until(() => named(chat, 'Allow') && named(chat, 'Copy code') && named(chat, 'Copy text'));
    for (const details of root(chat).querySelectorAll('details')) details.open = true;
    const TEXTS =
      'a, th, td, code, pre, li, blockquote, blockquote p, summary, .label, .title, .host, .md-code-head, .md-copy';
    const texts = [
      ...root(chat).querySelector('[part~=assistant-message] [part=bubble]')!.querySelectorAll(TEXTS),
    ];
    expect(texts.length).to.be.above(20);
    for (const theme of ['light', 'dark'] as const) {
      chat.theme = theme;
      for (const agentMessageColor of ['#0b2545', '#ffe14d', '#777', '#fff', '#000']) {
        for (const code of ['', '#282c34', '#fdf6e3']) {
          chat.style.setProperty('--agent-chat-code-surface', code);
          chat.settings = { styles: { agentMessageColor } };
          await chat.updateComplete;
          for (const text of texts) {
            const { color, opacity } = getComputedStyle(text);
            const what = `${text.localName}.${text.className} on ${agentMessageColor} ${code} ${theme}`;
            expect(contrast(color, behind(text)), what).to.be.at.least(4.5);
            expect(opacity, what).to.equal('1');
          }
          const item = getComputedStyle(texts.find(text => text.matches('.md li'))!, '::marker').color;
          expect(contrast(item, agentMessageColor), `marker on ${agentMessageColor}`).to.be.at.least(4.5);
        }
      }
    }
  });

  it('with an invalid value are reported once, and the chat uses its defaults', async () => {
    site = new Site();
    const warned: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => warned.push(text);
    const chat = await site.place(element => {
      element.settings = JSON.parse(
        '{ "name": null, "styles": null, "initialMessages": "Hi", "suggestedQueries": [5], "leadForm": true }',
      );
    });
    await open(chat);
    chat.requestUpdate();
    await chat.updateComplete;
    console.warn = warn;
    expect(field(chat)).not.to.equal(null);
    expect(warned).to.have.length(1);
    for (const key of ['name', 'initialMessages', 'suggestedQueries', 'leadForm', 'styles']) {
      expect(warned[0]).to.contain(key);
    }
  });

  it('of the page win over the settings, and an invalid one is reported once', async () => {
    site = new Site({
      styles: { buttonColor: 'red;}*{display:none}', font: 'url(x)', userMessageColor: 'var(--x)' },
    });
    const warned: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => warned.push(text);
    const chat = await site.place();
    await open(chat);
    chat.requestUpdate();
    await chat.updateComplete;
    console.warn = warn;
    expect(warned.filter(text => text.includes('<agent-chat>'))).to.have.length(1);
    expect(warned.join()).to.contain('buttonColor').and.contain('font').and.contain('userMessageColor');
    expect(getComputedStyle(launcher(chat)).backgroundColor).to.equal('rgb(65, 80, 216)');
    chat.settings = { styles: { buttonColor: 'teal' } };
    await chat.updateComplete;
    expect(getComputedStyle(launcher(chat)).backgroundColor).to.equal('rgb(0, 128, 128)');
    site.box.style.setProperty('--agent-chat-accent', 'black');
    expect(getComputedStyle(launcher(chat)).backgroundColor).to.equal('rgb(0, 0, 0)');
  });
});
