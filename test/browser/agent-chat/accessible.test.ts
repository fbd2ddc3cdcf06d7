import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import 'axe-core';
import type axeCore from 'axe-core';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';
import { field, isShown, launcher, named, open, root, Site, until, windowOf } from './site.ts';

// Not a module: it leaves itself on the window.
const { axe } = window as unknown as { axe: typeof axeCore };

const RICH =
  '# Title\n\nText with `code` and [a link](https://example.com).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\n```\n\n- one\n- two';
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about a whole page, which a test page is not. */
const OF_THE_PAGE = [
  'page-has-heading-one',
  'region',
  'landmark-one-main',
  'html-has-lang',
  'document-title',
];

async function faults(chat: AgentChat): Promise<string[]> {
  // A shade at the edge of code moves with who scrolls it, and never ends.
  const moves = ({ timeline }: Animation): boolean => timeline instanceof DocumentTimeline;
  await until(() => !windowOf(chat)?.getAnimations({ subtree: true }).some(moves), 'the end of motion');
  const results = await axe.run(chat, {
    runOnly: { type: 'tag', values: TAGS },
    rules: {
      'target-size': { enabled: true },
      ...Object.fromEntries(OF_THE_PAGE.map(id => [id, { enabled: false }])),
    },
  });
  const inside = results.passes.some(pass => pass.nodes.some(node => node.target.flat().length > 1));
  expect(inside, 'axe looked inside').to.equal(true);
  return results.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`));
}

describe('accessibility, by axe with target-size', () => {
  let site: Site;
  afterEach(async () => {
    site.leave();
    await setViewport({ width: 800, height: 600 });
  });

  const STATES: [string, () => Site, (chat: AgentChat) => Promise<unknown>][] = [
    ['closed', () => new Site(), async () => {}],
    [
      'open and empty, with suggestions',
      () => new Site({ initialMessages: ['Hi!'], suggestedQueries: ['How?'] }),
      open,
    ],
    [
      'answered with a table and code',
      () => new Site({}, [eventStream(sse([RICH], reply(RICH)))]),
      async chat => {
        await open(chat);
        await chat.sendMessage('Hello?');
        await until(() => root(chat).querySelector('table'));
      },
    ],
    [
      'refused',
      () => new Site({}, [refusal(402, 'credits_exhausted')]),
      async chat => {
        await open(chat);
        await chat.sendMessage('Hello?');
      },
    ],
    [
      'asking for consent',
      () => new Site(),
      async chat => {
        chat.consent = 'required';
        await chat.show();
        await until(() => named(chat, 'Agree and start'));
      },
    ],
  ];

  for (const [state, make, reach] of STATES) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`has no violation when ${state}, ${scheme}`, async () => {
        site = make();
        const chat = await site.place(element => {
          element.theme = scheme;
        });
        await reach(chat);
        expect(await faults(chat)).to.deep.equal([]);
      });
    }
  }

  it('has no violation in Arabic, laid out from right to left', async () => {
    site = new Site({ suggestedQueries: ['كيف؟'] });
    const chat = await site.place(element => {
      element.lang = 'ar';
    });
    await chat.show();
    await until(() => field(chat));
    expect(getComputedStyle(windowOf(chat)!).direction).to.equal('rtl');
    expect(field(chat)!.getAttribute('aria-label')).to.equal('رسالة');
    expect(await faults(chat)).to.deep.equal([]);
  });

  it('adds no second banner to a page that has a header of its own', async () => {
    site = new Site();
    site.box.append(document.createElement('header'));
    const chat = await site.place();
    await open(chat);
    expect(await faults(chat)).to.deep.equal([]);
  });

  it('fits 320 × 256 pixels: a modal window with visible close button, field and send button', async () => {
    await setViewport({ width: 320, height: 256 });
    site = new Site();
    const chat = await site.place();
    const before = document.documentElement.getAttribute('style');
    launcher(chat).click();
    await until(() => isShown(chat) && field(chat), 'the window');
    await until(() => windowOf(chat)!.getAnimations().length === 0);
    expect(windowOf(chat)!.matches(':modal')).to.equal(true);
    expect(Number.parseFloat(getComputedStyle(field(chat)!).fontSize)).to.be.at.least(16);
    for (const node of [named(chat, 'Close chat')!, field(chat)!, named(chat, 'Send message')!]) {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      expect(left >= 0 && top >= 0 && right <= 320 && bottom <= 256, node.outerHTML.slice(0, 80)).to.equal(
        true,
      );
    }
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    await until(
      () => getComputedStyle(document.documentElement).overflowY === 'hidden',
      'a page that keeps still',
    );
    chat.hide();
    await until(() => !isShown(chat));
    expect(document.documentElement.getAttribute('style')).to.equal(before);
    expect(await faults(chat)).to.deep.equal([]);
  });
});
