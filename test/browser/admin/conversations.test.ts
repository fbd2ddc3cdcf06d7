import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { ConversationDetail, ConversationMessage } from '../../../src/protocol/conversations.ts';
import type { AdminServer } from '../../fakes/admin-server.ts';
import { DANGEROUS } from '../markdown/xss-corpus.ts';
import { prefer } from '../prefer.ts';
import { waitUntil } from '../wait-until.ts';
import { button, type Opened, open } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
  await prefer({ forcedColors: 'none' });
  document.documentElement.removeAttribute('style');
});

function message(role: ConversationMessage['role'], text: string, more: object = {}): ConversationMessage {
  return {
    id: crypto.randomUUID(),
    role,
    parts: [{ type: 'text', text }],
    finishReason: role === 'user' ? null : 'stop',
    outcome: null,
    userId: null,
    createdAt: 1_700_000_000,
    credits: role === 'user' ? null : 1,
    passages: [],
    ...more,
  };
}

function conversation(
  question: string,
  reply: string,
  more: Partial<ConversationDetail> = {},
): ConversationDetail {
  return {
    id: crypto.randomUUID(),
    createdAt: 1_700_000_000,
    updatedAt: 1_700_000_100,
    messageCount: 2,
    userId: null,
    visitor: 'visitor-one',
    language: 'en',
    states: [],
    question,
    messages: [message('user', question), message('assistant', reply)],
    ...more,
  };
}

const SEVERAL: ConversationDetail[] = [
  conversation('Do you sell kayaks?', 'I could not find an answer.', { states: ['unanswered'] }),
  conversation('How do I wash a tent?', 'By hand.', {
    visitor: 'visitor-two',
    userId: 'kim-7',
    messages: [
      message('user', 'How do I wash a tent?'),
      message('assistant', 'By hand.', {
        passages: [{ title: 'Tents › Washing', url: '/docs/tents.md' }, { title: 'Prices' }],
        verdicts: [{ value: 'down', reason: 'Too short', at: 1_700_000_050 }],
      }),
    ],
  }),
  conversation('What does a tent cost?', 'Nine euros.'),
];

async function openConversations(
  prepare: (server: AdminServer) => void = () => {},
  lang = 'en',
): Promise<Opened> {
  const opened = await open(server => {
    server.conversations = structuredClone(SEVERAL);
    prepare(server);
  }, lang);
  await waitUntil(() => opened.root.querySelector('#tab-conversations'), 'the tab is there');
  opened.root.querySelector<HTMLElement>('#tab-conversations')!.click();
  await waitUntil(() => opened.root.querySelector('.talk'), 'the conversations are listed');
  return opened;
}

const listed = (root: ShadowRoot): (string | undefined)[] =>
  [...root.querySelectorAll('.talk strong')].map(element => element.textContent?.trim());

async function openFirst(root: ShadowRoot, question: string): Promise<void> {
  [...root.querySelectorAll<HTMLElement>('.talk')]
    .find(talk => talk.textContent?.includes(question))!
    .click();
  await waitUntil(() => root.querySelector('.message'), 'the conversation is open');
}

describe('the conversations in the admin panel', () => {
  it('have no tab where the service has none', async () => {
    const { root, server } = await open();
    await waitUntil(() => server.seen.some(({ path }) => path.endsWith('/extensions')), 'it is asked');
    await new Promise(requestAnimationFrame);
    expect(root.querySelector('#tab-conversations')).to.equal(null);
    expect(root.querySelector('.fault')).to.equal(null);
  });

  it('are listed page by page, searched, and filtered', async () => {
    const { root } = await openConversations();
    expect(listed(root)).to.deep.equal(['Do you sell kayaks?', 'How do I wash a tent?']);
    button(root, 'Show more').click();
    await waitUntil(() => listed(root).length === 3, 'the next page is there');
    expect((root.activeElement as HTMLElement).textContent).to.contain('What does a tent cost?');

    root.querySelector<HTMLInputElement>('input[name=q]')!.value = 'tent';
    button(root, 'Find').click();
    await waitUntil(() => listed(root)[0] === 'How do I wash a tent?', 'only tents are listed');

    const state = root.querySelector<HTMLSelectElement>('select[name=state]')!;
    state.value = 'unanswered';
    state.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => root.querySelector('.nothing'), 'nothing matches both');
    root.querySelector<HTMLInputElement>('input[name=q]')!.value = '';
    button(root, 'Find').click();
    await waitUntil(() => listed(root).length === 1, 'one has no answer');
    expect(listed(root)).to.deep.equal(['Do you sell kayaks?']);
  });

  it('show what a reply was made from, and a rating beside the message it is about', async () => {
    const { root } = await openConversations();
    await openFirst(root, 'wash');
    expect((root.activeElement as HTMLElement).localName).to.equal('h3');
    const reply = root.querySelectorAll('.message')[1]!;
    expect(reply.querySelector('.verdict')!.textContent).to.contain('Too short');
    expect([...reply.querySelectorAll('.passages li')].map(li => li.textContent?.trim())).to.deep.equal([
      'Tents › Washing',
      'Prices',
    ]);
    button(root, 'Back to the list').click();
    await waitUntil(() => (root.activeElement as HTMLElement | null)?.matches('.talk'), 'the focus is back');
    expect((root.activeElement as HTMLElement).textContent).to.contain('How do I wash a tent?');
  });

  it('are deleted after a second question', async () => {
    const { root, server } = await openConversations();
    await openFirst(root, 'kayaks');
    button(root, 'Delete').click();
    await waitUntil(() => root.querySelector('.confirm'), 'it asks again');
    expect((root.activeElement as HTMLElement).textContent).to.equal('Keep');
    button(root, 'Keep').click();
    await waitUntil(() => !root.querySelector('.confirm'), 'nothing happens');
    expect(server.conversations).to.have.length(3);
    button(root, 'Delete').click();
    await waitUntil(() => root.querySelector('.confirm'), 'it asks again');
    button(root, 'Delete for good').click();
    await waitUntil(() => listed(root).length === 2, 'one is deleted');
    expect(root.querySelector('[role=tabpanel] .hint')!.textContent).to.contain('Deleted: 1');
  });

  it('deletes everything about the person by keyboard, after a confirmation', async () => {
    const { root, server } = await openConversations();
    await openFirst(root, 'kayaks');
    button(root, 'Delete everything about this person').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root.querySelector('.confirm'), 'it asks again');
    await waitUntil(() => root.activeElement?.textContent === 'Keep', 'the safe button has the focus');
    expect(server.conversations).to.have.length(3);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !root.querySelector('.confirm'), 'nothing happens');
    await waitUntil(() => root.activeElement?.matches('.erase'), 'the focus is back');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root.querySelector('.confirm'), 'it asks again');
    expect(root.querySelector('.confirm')!.textContent).to.contain('cannot be undone');
    button(root, 'Delete for good').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => listed(root).length === 1, 'two are deleted');
    expect(listed(root)).to.deep.equal(['How do I wash a tent?']);
    expect(server.seen.at(-2)!.body).to.deep.equal({ visitor: 'visitor-one' });
    const said = root.querySelector('[role=tabpanel] .hint')!.textContent;
    expect(said).to.contain('Conversations: 2').and.to.contain('Feedback: 1');
  });

  it('are exported with everything about whoever wrote them', async () => {
    const { root, server } = await openConversations();
    await openFirst(root, 'wash');
    const names: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement): void {
      if (this.download) names.push(this.download);
      else click.call(this);
    };
    try {
      button(root, 'Export everything about this person').click();
      await waitUntil(() => names.length > 0, 'a file is downloaded');
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    expect(names).to.deep.equal(['person.json']);
    expect(server.seen.at(-1)!.body).to.deep.equal({ user: 'kim-7' });
  });

  it('show what went wrong when a person cannot be deleted', async () => {
    const { root, server } = await openConversations();
    await openFirst(root, 'wash');
    server.down = true;
    button(root, 'Delete everything about this person').click();
    await waitUntil(() => root.querySelector('.confirm'), 'it asks again');
    button(root, 'Delete for good').click();
    await waitUntil(() => root.querySelector('agent-chat-admin-person .fault'), 'the error is shown');
    server.down = false;
    expect(server.conversations).to.have.length(3);
  });

  it('render everything that visitors and models wrote as text', async () => {
    let ran = 0;
    (globalThis as { alert: unknown }).alert = () => ran++;
    const hostile = DANGEROUS.join('\n');
    const { root } = await openConversations(server => {
      server.conversations = [
        conversation(hostile, hostile, {
          userId: hostile,
          visitor: null,
          messages: [
            message('user', hostile, { userId: hostile }),
            message('assistant', hostile, {
              passages: [
                { title: hostile, url: 'javascript:alert(1)' },
                { title: hostile, url: 'data:text/html,<script>alert(1)</script>' },
              ],
              verdicts: [{ value: 'down', reason: hostile, at: 1 }],
            }),
          ],
        }),
      ];
    });
    await openFirst(root, 'alert');
    const shown = root.querySelector('.conversations')!;
    expect(shown.querySelector('script, img, iframe, object, embed, svg:not(.glyph), style')).to.equal(null);
    expect(shown.querySelector('a')).to.equal(null);
    expect(shown.querySelector('.words')!.textContent).to.equal(hostile.trim());
    expect(ran).to.equal(0);
  });

  it('are led to from the usage: the unanswered, and the one a rating is about', async () => {
    const { root } = await openConversations(server => {
      server.usage = {
        days: [
          { day: new Date().toISOString().slice(0, 10), requests: 3, failures: 0, unanswered: 1, credits: 3 },
        ],
        feedback: {
          up: 0,
          down: 1,
          reasons: [{ value: 'down', reason: 'Too short', conversationId: SEVERAL[1]!.id }],
        },
      };
    });
    root.querySelector<HTMLElement>('#tab-usage')!.click();
    await waitUntil(() => root.querySelector('.charts'), 'the usage is there');
    expect(root.querySelector('[role=tabpanel]')!.textContent).to.contain(
      'The questions are under Conversations.',
    );
    button(root, 'Show the conversations: Unanswered').click();
    await waitUntil(() => listed(root).length === 1, 'the unanswered are listed');
    root.querySelector<HTMLElement>('#tab-usage')!.click();
    await waitUntil(() => root.querySelector('.reasons button'), 'the usage is there again');
    root.querySelector<HTMLElement>('.reasons button')!.click();
    await waitUntil(() => root.querySelector('.verdict'), 'the conversation is open');
    expect(root.querySelector('[role=tabpanel] h3')!.textContent).to.equal('How do I wash a tent?');
  });

  it('are read with the keyboard alone', async () => {
    const { root } = await openConversations();
    root.querySelector<HTMLElement>('.talk')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root.querySelector('.message'), 'the conversation is open');
    root.querySelector<HTMLElement>('.back')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => (root.activeElement as HTMLElement | null)?.matches('.talk'), 'the list is back');
  });

  for (const lang of ['en', 'ar'])
    it(`are accessible and fit 320 pixels, light and dark, in ${lang}`, async () => {
      for (const scheme of ['light', 'dark']) {
        document.documentElement.style.colorScheme = scheme;
        await setViewport({ width: 320, height: 700 });
        const { root, panel } = await openConversations(undefined, lang);
        await expect(panel).to.be.accessible();
        const tabpanel = root.querySelector<HTMLElement>('[role=tabpanel]')!;
        expect(tabpanel.scrollWidth, 'the list').to.be.at.most(tabpanel.clientWidth);
        await openFirst(root, 'wash');
        await expect(panel).to.be.accessible();
        expect(tabpanel.scrollWidth, 'a conversation').to.be.at.most(tabpanel.clientWidth);
      }
    });
});
