import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { allByRole, byRole, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { ALL_TABS, button, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
});

const boxes = (elements: Iterable<Element>): string[] =>
  [...elements].map(element => {
    const { x, y, width } = element.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width].map(Math.round).join(' ');
  });

describe('the layout of the admin panel', () => {
  it('does not move the tabs when another one opens', async function () {
    this.timeout(60_000);
    for (const width of [360, 1000]) {
      await setViewport({ width, height: 800 });
      const opened = await open(() => {}, 'de');
      await waitUntil(
        () => opened.root.querySelector('#tab-look')?.textContent?.trim() === 'Aussehen',
        'German',
      );
      const tabs = opened.root.querySelectorAll('[role=tab]');
      const before = boxes(tabs);
      for (const name of ALL_TABS) {
        await openTab(opened, name);
        expect(boxes(tabs), `${name} is open at ${width} px`).to.deep.equal(before);
      }
      opened.panel.remove();
    }
  });

  it('does not move the tabs when one is marked as changed', async () => {
    for (const width of [360, 1000]) {
      await setViewport({ width, height: 800 });
      const { root, panel } = await open();
      const tabs = root.querySelectorAll('[role=tab]');
      const before = boxes(tabs);
      type(root, '#field-name', 'Ada');
      await panel.updateComplete;
      expect(allByRole(root, 'tab', 'Agent Not saved yet')).to.have.length(1);
      expect(boxes(tabs), `at ${width} px`).to.deep.equal(before);
      panel.remove();
    }
  });

  it('does not move a field while its value is invalid, and says so on Save', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'look');
    const field = root.querySelector<HTMLInputElement>('#field-styles-buttonColor')!;
    const before = boxes([field]);
    for (const value of ['#', '#c', '#c2', '#c24', '#c241', '#c2410']) {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await panel.updateComplete;
      expect(boxes([field]), value).to.deep.equal(before);
    }
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    button(root, 'Save').click();
    await waitUntil(
      () => allByRole(root, 'status', /^1 field needs attention/)[0],
      'what is in the way of Save',
    );
  });

  it('says that a field is invalid when it is left by keyboard', async () => {
    const opened = await open(server => server.saveElsewhere({ rateLimit: {} }));
    const { root, panel } = opened;
    await openTab(opened, 'access');
    const field = textbox(root, 'Messages');
    field.focus();
    field.select();
    await sendKeys({ type: '0' });
    await panel.updateComplete;
    const needsAttention = (): boolean => allByRole(root, 'status', /^1 field needs attention/).length > 0;
    expect(needsAttention(), 'more may follow').to.equal(false);
    await sendKeys({ press: 'Tab' });
    await waitUntil(needsAttention, 'it is said');
  });

  it('accepts a new, empty list entry, and undoes it together with its text', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'access');
    const before = boxes([root.querySelector('[role=tabpanel] h3')!]);
    button(root, 'Add to Allowed domains').click();
    await panel.updateComplete;
    expect(boxes([root.querySelector('[role=tabpanel] h3')!])).to.deep.equal(before);
    type(root, '#field-allowedDomains-0', 'shop.example');
    await panel.updateComplete;
    button(root, 'Undo').click();
    await panel.updateComplete;
    expect(root.querySelector('#field-allowedDomains-0')).to.equal(null);
  });

  it('does not move options when another one is selected', async () => {
    const opened = await open();
    await openTab(opened, 'look');
    const choices = allByRole<HTMLInputElement>(byRole(opened.root, 'tabpanel'), 'radio').map(
      ({ labels }) => labels![0]!,
    );
    const before = boxes(choices);
    for (const choice of choices) {
      choice.click();
      await opened.panel.updateComplete;
    }
    // What can be undone has a button in the field's head by now, which is as high without one.
    expect(boxes(choices)).to.deep.equal(before);
  });

  it('does not move Save on a phone at the first change', async () => {
    await setViewport({ width: 360, height: 800 });
    for (const [lang, name] of [
      ['en', 'Save'],
      ['de', 'Speichern'],
    ] as const) {
      const { root, panel } = await open(() => {}, lang);
      await waitUntil(() => [...root.querySelectorAll('button')].some(it => it.textContent?.trim() === name));
      const top = () => Math.round(button(root, name).getBoundingClientRect().top + scrollY);
      const before = top();
      type(root, '#field-name', 'Ada');
      await panel.updateComplete;
      expect(allByRole(root, 'disclosure')).to.have.length(1);
      expect(top(), lang).to.equal(before);
      panel.remove();
    }
  });

  it('does not move the form when a save is accepted', async () => {
    for (const width of [360, 640, 1000]) {
      await setViewport({ width, height: 800 });
      const { root, panel } = await open();
      const field = root.querySelector('#field-name')!;
      type(root, '#field-name', 'Ada');
      await panel.updateComplete;
      const before = boxes([field]);
      button(root, 'Save').click();
      await waitUntil(() => root.textContent!.includes('Saved.'), 'it is saved');
      expect(boxes([field]), `at ${width} px`).to.deep.equal(before);
      panel.remove();
    }
  });

  it('shows field and choice of a conflict on a phone', async () => {
    await setViewport({ width: 320, height: 800 });
    const { root, panel, server } = await open(() => {}, 'de');
    await waitUntil(() =>
      [...root.querySelectorAll('button')].some(it => it.textContent?.trim() === 'Speichern'),
    );
    type(root, '#field-name', 'Mine');
    await panel.updateComplete;
    server.saveElsewhere({ name: 'Theirs' });
    button(root, 'Speichern').click();
    await waitUntil(() => allByRole(root, 'form')[0], 'the conflict');
    const field = document.createRange();
    field.selectNodeContents(byRole(root, 'form').querySelector('strong')!);
    const { right, bottom } = field.getBoundingClientRect();
    const choice = byRole(byRole(root, 'form'), 'radiogroup').getBoundingClientRect();
    expect(
      right <= choice.left || bottom <= choice.top,
      'the name of the field is beside or above the choice',
    ).to.equal(true);
  });
});
