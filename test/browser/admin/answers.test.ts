import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { ConversationDetail } from '../../../src/protocol/conversations.ts';
import type { TaughtAnswer } from '../../../src/protocol/taught-answers.ts';
import type { AdminServer } from '../../fakes/admin-server.ts';
import { allByRole, byRole } from '../by-role.ts';
import { DANGEROUS } from '../markdown/xss-corpus.ts';
import { prefer } from '../prefer.ts';
import { waitUntil } from '../wait-until.ts';
import { type Opened, open } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
  await prefer({ forcedColors: 'none' });
  document.documentElement.removeAttribute('style');
});

function answer(question: string, more: Partial<TaughtAnswer> = {}): TaughtAnswer {
  return {
    id: crypto.randomUUID(),
    question,
    otherWays: [],
    answer: 'From **May** on.',
    url: null,
    paused: false,
    uses: 3,
    createdAt: 1_700_000_000,
    updatedAt: 1_700_000_000,
    ...more,
  };
}

function asked(text: string): { text: string; conversationId: string; askedAt: number } {
  return { text, conversationId: crypto.randomUUID(), askedAt: 1_700_000_000 };
}

interface Desk extends Opened {
  /** The open tab. */
  tab: HTMLElement;
}

async function openAnswers(prepare: (server: AdminServer) => void = () => {}, lang = 'en'): Promise<Desk> {
  const opened = await open(server => {
    server.answers = [answer('Do you sell kayaks?'), answer('Do you rent tents?', { paused: true, uses: 0 })];
    server.unanswered = [
      {
        question: 'Where do I park?',
        count: 3,
        asked: [asked('Where do I park?'), asked('is there  parking'), asked('is there  parking')],
      },
    ];
    prepare(server);
  }, lang);
  await waitUntil(() => opened.root.querySelector('#tab-answers'), 'the tab is there');
  opened.root.querySelector<HTMLElement>('#tab-answers')!.click();
  const tab = opened.root.querySelector<HTMLElement>('[role=tabpanel]')!;
  await waitUntil(() => tab.querySelector('h4'), 'answers and questions are listed');
  return { ...opened, tab };
}

const taught = (tab: HTMLElement): string[] =>
  [...tab.querySelectorAll('.taught .question')].map(element => element.textContent!.trim());

function fill(tab: HTMLElement, name: string, text: string): void {
  const field = byRole<HTMLInputElement>(tab, 'textbox', name);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const textIn = (tab: HTMLElement, name: string): string =>
  byRole<HTMLInputElement>(tab, 'textbox', name).value;

const sent = (server: AdminServer, method: string, end: string): unknown[] =>
  server.seen.filter(one => one.method === method && one.path.endsWith(end)).map(({ body }) => body);

async function press(tab: HTMLElement, name: string | RegExp): Promise<void> {
  await waitUntil(() => allByRole(tab, 'button', name).length > 0, `the button ${name} is there`);
  byRole(tab, 'button', name).click();
}

/** Presses the button that checks, and waits for what it shows. */
async function check(tab: HTMLElement): Promise<void> {
  await press(tab, 'Check what changes');
  await waitUntil(() => tab.querySelector('.outcome'), 'it shows what changes');
}

describe('taught answers in the admin panel', () => {
  it('have no tab if the service does not support them, and send no request', async () => {
    const { root, server } = await open(prepared => {
      prepared.conversations = [];
    });
    await waitUntil(() => root.querySelector('#tab-conversations'), 'the extensions are known');
    expect(root.querySelector('#tab-answers')).to.equal(null);
    expect(server.seen.some(({ path }) => path.includes('/answers'))).to.equal(false);
  });

  it('are listed with their state and how often they were given', async () => {
    const { tab } = await openAnswers();
    expect(taught(tab)).to.deep.equal(['Do you sell kayaks?', 'Do you rent tents?']);
    const [first, second] = [...tab.querySelectorAll('.taught li')].map(li => li.textContent);
    expect(first).to.contain('Given: 3').and.not.to.contain('Paused');
    expect(second).to.contain('Given: 0').and.to.contain('Paused');
  });

  it('are saved after a check has shown what they change', async () => {
    const { tab, server, root } = await openAnswers(prepared => {
      prepared.check = {
        changed: [
          { ...asked('kayaks?'), wasUnanswered: true, isLost: false },
          { ...asked('any boats'), wasUnanswered: false, isLost: true },
        ],
        count: 2,
        compared: 40,
        isComplete: false,
      };
    });
    await press(tab, 'New answer');
    await waitUntil(
      () => root.activeElement === byRole(tab, 'textbox', 'Question'),
      'the question has the focus',
    );
    fill(tab, 'Question', '  Do you sell boats? ');
    fill(tab, 'Other ways to ask it', 'boats?\n\n any boats \nboats?');
    fill(tab, 'Answer', 'Yes.');
    fill(tab, 'Link (optional)', '/boats');
    await check(tab);
    expect(sent(server, 'POST', '/answers')).to.deep.equal([]);
    expect(sent(server, 'POST', '/check')).to.deep.equal([
      { question: 'Do you sell boats?', otherWays: ['boats?', 'any boats'], answer: 'Yes.' },
    ]);
    const shown = tab.querySelector('.result')!.textContent;
    expect(shown).to.contain('2 of 40 questions').and.to.contain('Only the latest');
    expect(shown).to.contain('Without an answer').and.to.contain('No longer gets this answer');

    // An edit is checked again.
    fill(tab, 'Answer', 'Yes, two.');
    await waitUntil(() => !tab.querySelector('.outcome'), 'the check is gone');
    await check(tab);
    await press(tab, 'Save');
    await waitUntil(() => taught(tab)[0] === 'Do you sell boats?', 'it is listed');
    expect(sent(server, 'POST', '/answers')).to.deep.equal([
      {
        question: 'Do you sell boats?',
        otherWays: ['boats?', 'any boats'],
        answer: 'Yes, two.',
        url: '/boats',
      },
    ]);
    expect(tab.querySelector('[role=status]')!.textContent).to.contain('Saved.');
    await waitUntil(
      () => root.activeElement === byRole(tab, 'button', 'Edit: Do you sell boats?'),
      'the focus is on it',
    );
  });

  it('name the field and its limit, and keep what was typed', async () => {
    const { tab, server, root } = await openAnswers();
    await press(tab, 'New answer');
    await waitUntil(() => allByRole(tab, 'textbox', 'Question').length > 0, 'the form is open');
    fill(tab, 'Question', 'x'.repeat(301));
    fill(tab, 'Other ways to ask it', Array.from({ length: 21 }, (_, i) => `way ${i}`).join('\n'));
    fill(tab, 'Link (optional)', 'javascript:alert(1)');
    await press(tab, 'Check what changes');
    const fault = (name: string): string => {
      const field = byRole(tab, 'textbox', name);
      if (field.getAttribute('aria-invalid') !== 'true') return '';
      const [id] = field.getAttribute('aria-describedby')!.split(' ');
      return tab.querySelector(`#${id}`)!.textContent!.trim();
    };
    await waitUntil(() => fault('Question') !== '', 'the faults are shown');
    expect(fault('Question')).to.equal('Enter 1 to 300 characters.');
    expect(fault('Other ways to ask it')).to.equal('You can have up to 20 entries.');
    expect(fault('Answer')).to.equal('Enter 1 to 10,000 characters.');
    expect(fault('Link (optional)')).to.contain('begins with /');
    await waitUntil(
      () => root.activeElement === byRole(tab, 'textbox', 'Question'),
      'the first has the focus',
    );
    expect(sent(server, 'POST', '/check')).to.deep.equal([]);

    fill(tab, 'Question', 'Do you sell kayaks?');
    fill(tab, 'Other ways to ask it', '');
    fill(tab, 'Answer', 'Yes.');
    fill(tab, 'Link (optional)', '');
    await check(tab);
    await press(tab, 'Save');
    await waitUntil(() => fault('Question') !== '', 'the server refuses');
    expect(fault('Question')).to.equal('Another answer already has this question.');

    fill(tab, 'Question', 'Do you sell canoes?');
    server.down = true;
    await press(tab, 'Check what changes');
    await waitUntil(() => tab.querySelector('[role=alert] .fault'), 'it says why it failed');
    expect(textIn(tab, 'Question')).to.equal('Do you sell canoes?');
    expect(textIn(tab, 'Answer')).to.equal('Yes.');
    server.down = false;
    await check(tab);
    expect(tab.querySelector('[role=alert] .fault')).to.equal(null);
  });

  it('keep an unsaved form while another tab is open, and ask before it is discarded', async () => {
    const { tab, root } = await openAnswers();
    await press(tab, 'Edit: Do you sell kayaks?');
    await waitUntil(() => allByRole(tab, 'textbox', 'Answer').length > 0, 'the form is open');
    expect(textIn(tab, 'Answer')).to.equal('From **May** on.');
    fill(tab, 'Answer', 'From June on.');
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented, 'the browser asks').to.equal(true);
    root.querySelector<HTMLElement>('#tab-agent')!.click();
    await waitUntil(() => root.querySelector('#field-name'), 'another tab is open');
    root.querySelector<HTMLElement>('#tab-answers')!.click();
    await waitUntil(() => allByRole(tab, 'textbox', 'Answer').length > 0, 'the form is open again');
    expect(textIn(tab, 'Answer')).to.equal('From June on.');

    await press(tab, 'Back to the list');
    await press(tab, 'Keep writing');
    await waitUntil(() => allByRole(tab, 'button', 'Keep writing').length === 0, 'the form stays');
    expect(textIn(tab, 'Answer')).to.equal('From June on.');
    await press(tab, 'Back to the list');
    await press(tab, 'Discard');
    await waitUntil(() => taught(tab).length === 2, 'the list is open');
    await waitUntil(
      () => root.activeElement === byRole(tab, 'button', 'Edit: Do you sell kayaks?'),
      'the focus is where it was',
    );
  });

  it('are paused and resumed, deleted, and restored by Undo', async () => {
    const { tab, server, root } = await openAnswers();
    await press(tab, 'Pause: Do you sell kayaks?');
    await waitUntil(() => server.answers![0]!.paused, 'it is paused');
    await waitUntil(
      () => root.activeElement === allByRole(tab, 'button', 'Resume: Do you sell kayaks?')[0],
      'the button has changed and kept the focus',
    );
    await press(tab, 'Delete: Do you sell kayaks?');
    await waitUntil(() => root.activeElement === allByRole(tab, 'button', 'Undo')[0], 'Undo has the focus');
    expect(taught(tab)).to.deep.equal(['Do you rent tents?']);
    expect(tab.querySelector('[role=status]')!.textContent).to.contain('Deleted: Do you sell kayaks?');
    await press(tab, 'Undo');
    await waitUntil(() => taught(tab).length === 2, 'it is back');
    expect(server.answers).to.have.length(2);
  });

  it('are reported as gone if somebody else has deleted them', async () => {
    const { tab, server } = await openAnswers();
    server.answers = [];
    await press(tab, 'Pause: Do you sell kayaks?');
    await waitUntil(() => tab.querySelector('[role=alert] .fault'), 'it fails');
    expect(tab.querySelector('[role=alert]')!.textContent).to.contain('no longer exists');

    await press(tab, 'Edit: Do you sell kayaks?');
    await waitUntil(() => allByRole(tab, 'textbox', 'Answer').length > 0, 'the form is open');
    fill(tab, 'Answer', 'From June on.');
    await check(tab);
    await press(tab, 'Save');
    await waitUntil(() => tab.querySelector('[role=alert] .fault'), 'it fails');
    await press(tab, 'Save');
    await waitUntil(() => server.answers!.length === 1, 'it is saved as a new one');
    expect(server.answers![0]!.answer).to.equal('From June on.');
  });

  it('begin with an unanswered question and the other ways it was asked', async () => {
    const { tab, root } = await openAnswers();
    const group = tab.querySelector('.groups li')!;
    expect(group.textContent).to.contain('Asked: 3').and.to.contain('is there  parking');
    await press(tab, 'Answer this: Where do I park?');
    await waitUntil(
      () => root.activeElement === byRole(tab, 'textbox', 'Answer'),
      'the answer has the focus',
    );
    expect(textIn(tab, 'Question')).to.equal('Where do I park?');
    expect(textIn(tab, 'Other ways to ask it')).to.equal('is there parking');
  });

  it('open from the usage and from a conversation', async () => {
    const { tab, root, server } = await openAnswers(prepared => {
      const today = new Date().toISOString().slice(0, 10);
      prepared.usage = { days: [{ day: today, requests: 3, failures: 0, unanswered: 1, credits: 3 }] };
      const said = {
        finishReason: null,
        outcome: null,
        userId: null,
        createdAt: 1,
        credits: null,
        passages: [],
      };
      const text = (words: string): object => ({ parts: [{ type: 'text', text: words }] });
      prepared.conversations = [
        {
          id: crypto.randomUUID(),
          ...{ createdAt: 1, updatedAt: 1, messageCount: 4, userId: null, visitor: 'one', language: 'en' },
          states: ['unanswered'],
          question: 'Do you sell boats?',
          messages: [
            { id: '1', role: 'user', ...said, ...text('Do you sell boats?') },
            { id: '2', role: 'assistant', ...said, ...text('I found none.'), outcome: 'nothing-found' },
            { id: '3', role: 'user', ...said, ...text('kayaks?') },
            {
              ...{ id: '4', role: 'assistant', ...said, ...text('From May on.') },
              passages: [{ title: 'Do you sell kayaks?', answerId: prepared.answers![0]!.id }],
            },
          ],
        } as unknown as ConversationDetail,
      ];
    });
    root.querySelector<HTMLElement>('#tab-usage')!.click();
    await press(tab, 'Answer these questions');
    await waitUntil(
      () => (root.activeElement as HTMLElement | null)?.id === 'groups-title',
      'they have the focus',
    );

    root.querySelector<HTMLElement>('#tab-conversations')!.click();
    await press(tab, /Do you sell boats/);
    await press(tab, 'Answer this: Do you sell boats?');
    await waitUntil(() => allByRole(tab, 'textbox', 'Question').length > 0, 'the form is open');
    expect(textIn(tab, 'Question')).to.equal('Do you sell boats?');
    fill(tab, 'Answer', 'Not lost.');

    // Another link to the form does not discard what is typed.
    root.querySelector<HTMLElement>('#tab-conversations')!.click();
    await press(tab, 'Edit: kayaks?');
    await waitUntil(() => allByRole(tab, 'button', 'Discard').length > 0, 'it asks');
    expect(textIn(tab, 'Answer')).to.equal('Not lost.');
    await press(tab, 'Discard');
    await waitUntil(() => textIn(tab, 'Question') === 'Do you sell kayaks?', 'the given answer is open');
    expect(sent(server, 'POST', '/answers')).to.deep.equal([]);
  });

  it('render everything that visitors and owners wrote as text', async () => {
    let ran = 0;
    (globalThis as { alert: unknown }).alert = () => ran++;
    const hostile = DANGEROUS.join('\n');
    const { tab } = await openAnswers(server => {
      server.answers = [
        answer(hostile, { answer: hostile, url: 'javascript:alert(1)', otherWays: [hostile] }),
      ];
      server.unanswered = [{ question: hostile, count: 2, asked: [asked(hostile), asked(`${hostile}!`)] }];
      server.check = {
        changed: [{ ...asked(hostile), wasUnanswered: true, isLost: true }],
        count: 1,
        compared: 1,
        isComplete: true,
      };
    });
    const clean = (): void => {
      const written = tab.querySelector('.answers')!;
      expect(written.querySelector('script, img, iframe, object, embed, svg:not(.glyph), style, a')).to.equal(
        null,
      );
      expect(ran).to.equal(0);
    };
    clean();
    await press(tab, /^Answer this/);
    await waitUntil(() => allByRole(tab, 'textbox', 'Question').length > 0, 'the form is open');
    fill(tab, 'Question', 'short');
    fill(tab, 'Other ways to ask it', '');
    fill(tab, 'Answer', hostile.slice(0, 10_000));
    await check(tab);
    clean();
  });

  it('are written with the keyboard alone', async () => {
    const { tab, root } = await openAnswers();
    byRole(tab, 'button', 'New answer').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(
      () => root.activeElement === allByRole(tab, 'textbox', 'Question')[0],
      'the form is open',
    );
    await sendKeys({ type: 'Boats?' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await waitUntil(
      () => root.activeElement === byRole(tab, 'textbox', 'Answer'),
      'the answer has the focus',
    );
    await sendKeys({ type: 'Yes.' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => tab.querySelector('.outcome'), 'it shows what changes');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => taught(tab)[0] === 'Boats?', 'it is saved');
  });

  for (const lang of ['en', 'ar'])
    it(`are accessible and fit 320 pixels, light and dark, in ${lang}`, async () => {
      for (const scheme of ['light', 'dark']) {
        document.documentElement.style.colorScheme = scheme;
        await setViewport({ width: 320, height: 700 });
        const { tab, panel } = await openAnswers(undefined, lang);
        await expect(panel).to.be.accessible();
        expect(tab.scrollWidth, 'the list').to.be.at.most(tab.clientWidth);
        tab.querySelector<HTMLElement>('.add')!.click();
        await waitUntil(() => tab.querySelector('form'), 'the form is open');
        tab.querySelector<HTMLElement>('form .primary')!.click();
        await waitUntil(() => tab.querySelector('.fault'), 'the faults are shown');
        await expect(panel).to.be.accessible();
        expect(tab.scrollWidth, 'the form').to.be.at.most(tab.clientWidth);
      }
    });

  it('are accessible in forced colours', async () => {
    await prefer({ forcedColors: 'active' });
    const { panel } = await openAnswers();
    await expect(panel).to.be.accessible();
  });
});
