/** What a visitor reads: how answers are drawn, what they are made of, and what state they are in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gate, useTalk } from './talk.ts';

const ANSWER = `Send it back within **30 days**, ~~14~~, see https://shop.example/returns:

- [x] unused
- [ ] in its box

| Parcel | Fee | Way | Pick-up | Insurance |
| --- | ---: | --- | --- | --- |
| up to two kilograms | free | over land | on Wednesdays | up to five hundred euros |

\`\`\`js
const order = await shop.find(42); // ${'a long line '.repeat(12)}
\`\`\`

Anything <b>else</b>? ![a beacon](https://spy.example/b.gif)
`;

describe('an answer on the demo page', () => {
  const talk = useTalk();
  const clipboard = (): Promise<string> => talk.page.evaluate(() => navigator.clipboard.readText());

  it('is formatted as it arrives, and never shows an incomplete marker', async () => {
    const half = gate();
    const cut = ANSWER.indexOf('days**');
    const pieces = [ANSWER.slice(0, cut), ...(ANSWER.slice(cut).match(/[\s\S]{1,9}/g) ?? [])];
    talk.model.script({ text: pieces, before: piece => (piece === 1 ? half.open : undefined) });
    await talk.open();
    await talk.ask('How do I return it?');
    const answer = talk.answers.last();
    await answer.getByText('Send it back within').waitFor();
    assert.doesNotMatch(await answer.innerText(), /\*\*/);
    half.release();
    await talk.settled();
    assert.equal(await answer.locator('strong').innerText(), '30 days');
    assert.equal(await answer.locator('del').innerText(), '14');
    await answer.getByRole('link', { name: /shop\.example\/returns/ }).waitFor();
    assert.equal(await answer.getByRole('row').count(), 2);
    assert.equal(await answer.locator('[part~=part-text] li').count(), 2);
    assert.match(await answer.innerText(), /Anything <b>else<\/b>\?/, 'HTML is text');
    assert.equal(await answer.locator('img').count(), 0, 'no image is fetched from a host nobody allowed');
    await answer.getByRole('link', { name: /a beacon/ }).waitFor();
    await answer.getByRole('button', { name: 'Copy code' }).click();
    assert.match(await clipboard(), /^const order = await shop\.find\(42\);/);
    for (const box of [answer.locator('pre'), answer.getByRole('group', { name: 'Table' })]) {
      await box.focus();
      const before = await box.evaluate(node => node.scrollLeft);
      assert.ok(await box.evaluate(node => node.scrollWidth > node.clientWidth), 'wider than the window');
      await talk.page.keyboard.press('ArrowRight');
      await talk.page.waitForFunction(([node, left]) => (node as Element).scrollLeft > (left as number), [
        await box.elementHandle(),
        before,
      ] as const);
    }
  });

  it('shows its sources, the tools of the agent, and the page’s own parts', async () => {
    talk.model.script({
      text: ['Set `PORT` [1].'],
      toolCalls: [{ id: 'c1', name: 'look_up', arguments: ['{"word":', '"port"}'] }],
    });
    const page = await talk.open();
    await page.evaluate(() => document.querySelector('agent-chat')!.setAttribute('tool-details', ''));
    await talk.ask('How do I run it on another port?');
    const answer = talk.answers.last();
    await answer.getByRole('button', { name: /^Source 1: / }).press('Enter');
    const source = answer.getByRole('link').first();
    await source.waitFor();
    assert.match((await source.getAttribute('href')) ?? '', /^\/docs\//);
    await answer.locator('summary', { hasText: 'Used Look up' }).press('Enter');
    await answer.getByRole('region', { name: 'Input' }).getByText('"port"').waitFor();
    await page.evaluate(async () => {
      const chat = document.querySelector('agent-chat')!;
      await chat.registerPart('rating', part => `<i>${String(part.stars)} of 5</i>`);
      const parts = [
        { type: 'rating', stars: 4 },
        { type: 'nobody-knows', x: 1 },
      ];
      await chat.restore({ messages: [{ role: 'assistant', parts }] });
    });
    await answer.getByText('<i>4 of 5</i>').waitFor();
    const kept = await page.evaluate(() => document.querySelector('agent-chat')!.messages[0]!.parts.length);
    assert.equal(kept, 2, 'a part that nobody draws is kept');
  });

  it('waits for a limit and says how long, then is sent automatically', async () => {
    await talk.settings({ rateLimit: { messages: 1, seconds: 2, message: '' } });
    try {
      talk.model.script({ text: ['Here.'] });
      await talk.open();
      await talk.ask('First');
      await talk.answers.getByText('Here.').waitFor();
      await talk.settled();
      await talk.ask('Second');
      const notice = talk.page.locator('agent-chat [part~=notice]');
      await notice
        .getByText(/You’re asking a lot at once\. Your message will be sent in \d seconds?\./)
        .waitFor();
      await talk.answers.getByText('Here.').nth(1).waitFor();
      assert.equal(talk.model.seen.length, 2);
    } finally {
      await talk.settings({ rateLimit: null });
    }
  });

  it('says if it is stopped, fails, or reaches its length limit, and can be continued', async () => {
    talk.model.script({
      text: ['Once ', 'upon'],
      before: piece => (piece === 1 ? new Promise(() => {}) : undefined),
    });
    await talk.open();
    await talk.ask('A story');
    await talk.answers.last().getByText('Once').waitFor();
    await talk.button('Stop').click();
    await talk.answers.last().getByText('You stopped this answer.').waitFor();
    assert.equal(await talk.model.seen[0]!.over, false, 'the model was stopped');
    await talk.answers.last().getByText('Once').waitFor();

    talk.model.script({ text: ['Half'], ending: 'report an error' }, { text: ['Whole.'] });
    await talk.ask('Again');
    await talk.button('Try again').last().click();
    await talk.answers.last().getByText('Whole.').waitFor();
    assert.equal(await talk.questions.getByText('Again', { exact: true }).count(), 1);

    talk.model.script({ text: ['A lot'], finishReason: 'length' }, { text: ['and more.'] });
    await talk.ask('All of it');
    await talk.answers.last().getByText('This answer was cut off at the length limit.').waitFor();
    await talk.button('Continue').click();
    await talk.answers.last().getByText('and more.').waitFor();

    talk.model.script({ text: ['No'], finishReason: 'content_filter' });
    await talk.ask('Odd');
    await talk.answers
      .last()
      .getByText(/content filter stopped this answer/)
      .waitFor();
    assert.equal(await talk.answers.last().getByRole('button', { name: 'Try again' }).count(), 0);
  });

  it('can be copied, rated, regenerated and its question edited, all by keyboard', async () => {
    talk.model.script({ text: ['The **first**.'] }, { text: ['The second.'] }, { text: ['The third.'] });
    const page = await talk.open();
    await talk.ask('Which port does it listen on?');
    await talk.answers.getByText('The first.').waitFor();
    await talk.settled();
    const tabTo = async (name: string): Promise<void> => {
      for (let n = 0; n < 12; n++) {
        if (await talk.button(name).and(page.locator(':focus')).isVisible()) return;
        await page.keyboard.press('Shift+Tab');
      }
      assert.fail(`Tab never reaches “${name}”`);
    };
    await page.locator('agent-chat').evaluate(chat => chat.setAttribute('copy-markdown', ''));
    await tabTo('Copy text');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await talk.button('Copied').waitFor();
    assert.match(await clipboard(), /^The \*\*first\*\*\.\n\n1\. \[.+\]\(<http:/, 'with its sources');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await talk.button('Copied').first().waitFor();
    assert.equal(await clipboard(), 'The first.');

    const told = page.evaluate(
      () =>
        new Promise<string>(resolve =>
          document.addEventListener('agent-chat-feedback', event => {
            const { reason } = (event as CustomEvent<{ reason?: string }>).detail;
            if (reason) resolve(reason);
          }),
        ),
    );
    await talk.button('Bad answer').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Incomplete').press('Space');
    await talk.button('Send feedback').press('Enter');
    await talk.log
      .page()
      .getByRole('status')
      .getByText('Thank you for your feedback')
      .waitFor({ state: 'attached' });
    assert.equal(await talk.button('Bad answer').getAttribute('aria-pressed'), 'true');
    assert.equal(await told, 'Incomplete');

    await talk.button('Regenerate').press('Enter');
    await talk.answers.getByText('The second.').waitFor();
    await talk.settled();
    assert.equal(await talk.answers.getByText('The first.').count(), 0);
    await talk.button('Edit').press('Enter');
    assert.equal(await talk.composer.inputValue(), 'Which port does it listen on?');
    await talk.composer.fill('What comes now?');
    await page.keyboard.press('Enter');
    await talk.answers.getByText('The third.').waitFor();
    assert.deepEqual(await talk.questions.locator('[part~=part-text]').allInnerTexts(), ['What comes now?']);
  });

  it('can be copied, rated, regenerated and its question edited, each with one click', async () => {
    talk.model.script({ text: ['The **first**.'] }, { text: ['The second.'] });
    const page = await talk.open();
    await talk.ask('Which port does it listen on?');
    await talk.answers.getByText('The first.').waitFor();
    await talk.settled();
    await talk.button('Copy text').last().click();
    await talk.button('Copied').waitFor();
    assert.match(await clipboard(), /^The first\./);
    await talk.composer.click();
    await talk.button('Good answer').click();
    await talk.button('Good answer').and(page.locator('[aria-pressed=true]')).waitFor();
    await talk.composer.click();
    await talk.button('Edit').click();
    assert.equal(await talk.composer.inputValue(), 'Which port does it listen on?');
    await page.keyboard.press('Escape');
    await talk.answers.getByText('The first.').click();
    await talk.button('Regenerate').click();
    await talk.answers.getByText('The second.').waitFor();
  });

  it('never moves what is being read, and a button leads to what arrived meanwhile', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Line ${n}\n\n`);
    const rest = gate();
    talk.model.script({ text: lines, before: piece => (piece === 40 ? rest.open : undefined) });
    const page = await talk.open();
    await page.evaluate(() => document.querySelector('agent-chat')!.setAttribute('scroll', 'follow'));
    await talk.ask('Count');
    await talk.answers.last().getByText('Line 39', { exact: true }).waitFor();
    const log = talk.log;
    const top = (): Promise<number> => log.evaluate(node => node.scrollTop);
    const gap = (): Promise<number> =>
      log.evaluate(node => node.scrollHeight - node.clientHeight - node.scrollTop);
    // The end is followed.
    await talk.until(async () => (await gap()) < 24);
    const end = await talk.settledAt(top);
    await log.hover();
    await page.mouse.wheel(0, -300);
    await talk.until(async () => (await top()) < end);
    const reading = await talk.settledAt(top);
    rest.release();
    await talk.answers.last().getByText('Line 59', { exact: true }).waitFor({ state: 'attached' });
    await talk.settled();
    assert.equal(await top(), reading);
    await talk.button('New answer below').click();
    await talk.answers.last().getByText('Line 0', { exact: true }).waitFor();
    await page.reload();
    await talk.show();
    await talk.answers.last().getByText('Line 59', { exact: true }).waitFor();
    // History is restored at its end.
    await talk.until(async () => (await gap()) < 24);

    await page.evaluate(() => document.querySelector('agent-chat')!.setAttribute('scroll', 'start'));
    talk.model.script({ text: lines });
    await talk.ask('Count again');
    await talk.answers.last().getByText('Line 59', { exact: true }).waitFor({ state: 'attached' });
    await talk.settled();
    const first = talk.answers.last().getByText('Line 0', { exact: true });
    // Its beginning is in view, and its end is not.
    await talk.until(() => first.evaluate(node => node.getBoundingClientRect().top > 0));
    await talk.until(async () => (await gap()) > 100);
  });
});
