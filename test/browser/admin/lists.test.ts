/** A list of texts by the keyboard alone, and beside whatever stands in it. */
import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { allByRole, byRole, nameOf } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
});

describe('a list in the panel', () => {
  it('is reordered by repeated presses, without typing into an entry', async () => {
    const opened = await open(server => server.saveElsewhere({ initialMessages: ['One', 'Two', 'Three'] }));
    const { root } = opened;
    await openTab(opened, 'greeting');
    const list = byRole(root, 'group', 'Initial messages');
    const values = (): string[] => allByRole<HTMLTextAreaElement>(list, 'textbox').map(({ value }) => value);
    const press = async (says: string, goesOnAt: string): Promise<void> => {
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => byRole(list, 'status').textContent === says, says);
      await waitUntil(() => root.activeElement && nameOf(root.activeElement) === goesOnAt, goesOnAt);
    };
    byRole(list, 'button', 'Move entry 3 up').focus();
    await press('Now entry 2 of 3', 'Move entry 2 up');
    await press('Now entry 1 of 3', 'Move entry 1 down');
    expect(values()).to.deep.equal(['Three', 'One', 'Two']);
    await press('Now entry 2 of 3', 'Move entry 2 down');
    await press('Now entry 3 of 3', 'Move entry 3 up');
    expect(values()).to.deep.equal(['One', 'Two', 'Three']);
  });

  it('keeps its buttons visible beside a long entry, on narrow and wide screens', async () => {
    for (const width of [320, 700, 1000]) {
      await setViewport({ width, height: 800 });
      const opened = await open(server =>
        server.saveElsewhere({ initialMessages: [`https://shop.example/${'a'.repeat(120)}`] }),
      );
      const { root, panel } = opened;
      await openTab(opened, 'greeting');
      const { right } = byRole(root, 'tabpanel').getBoundingClientRect();
      const list = byRole(root, 'group', 'Initial messages');
      for (const part of [...allByRole(list, 'textbox'), ...allByRole(list, 'button')]) {
        expect(part.getBoundingClientRect().right, `${nameOf(part)} at ${width} px`).to.be.at.most(right);
      }
      panel.remove();
    }
  });
});

describe('a list of fields of the owner’s own', () => {
  it('is filled in, checked as a whole, reordered and saved as it is shown', async () => {
    const opened = await open(server => server.saveElsewhere({ leadForm: {} }));
    const { root, panel, server } = opened;
    await openTab(opened, 'leads');
    const list = (): HTMLElement => byRole(root, 'group', 'More fields');
    const entry = (number: number): HTMLElement => byRole(list(), 'group', `More fields, entry ${number}`);
    const write = async (within: HTMLElement, name: string, text: string): Promise<void> => {
      const field = byRole<HTMLInputElement>(within, 'textbox', name);
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await panel.updateComplete;
    };
    const fault = (): string =>
      list().closest('.field')!.querySelector(':scope > .fault')?.textContent.trim() ?? '';
    byRole(list(), 'button', 'Add to More fields').click();
    await waitUntil(
      () => root.activeElement && nameOf(root.activeElement) === 'Name in the contact',
      'the focus',
    );
    expect(list().querySelector('.fault'), 'nothing is typed yet').to.equal(null);
    expect(fault()).to.equal('');
    await write(entry(1), 'Name in the contact', 'size');
    await waitUntil(() => fault() === 'Entry 1 is not complete.', 'the label is missing');
    await write(entry(1), 'Label', 'Size');
    await waitUntil(() => fault() === '', 'it is complete');
    expect(allByRole(entry(1), 'group', 'Options').length).to.equal(0);
    byRole(entry(1), 'radio', 'Choice').click();
    await waitUntil(() => allByRole(entry(1), 'group', 'Options').length === 1, 'a choice has options');
    expect(entry(1).textContent).to.contain('Add at least one entry.');
    byRole(entry(1), 'button', 'Add to Options').click();
    await panel.updateComplete;
    await write(entry(1), 'Options, entry 1', 'Small');
    await waitUntil(() => fault() === '', 'it has an option');
    byRole(list(), 'button', 'Add to More fields').click();
    await panel.updateComplete;
    await write(entry(2), 'Name in the contact', 'Size');
    await write(entry(2), 'Label', 'Order number');
    await waitUntil(() => fault() === 'Entry 2 has the same name as an earlier entry.', 'a second Size');
    await write(entry(2), 'Name in the contact', 'order');
    byRole(list(), 'button', 'Move entry 2 up').click();
    await waitUntil(
      () => byRole<HTMLInputElement>(entry(1), 'textbox', 'Label').value === 'Order number',
      'the order',
    );
    byRole(root, 'button', 'Save').click();
    await waitUntil(() => server.current.settings.leadForm?.fields.length === 2, 'it is saved');
    expect(server.current.settings.leadForm!.fields).to.deep.equal([
      { name: 'order', label: 'Order number', type: 'text', required: false, options: [] },
      { name: 'size', label: 'Size', type: 'choice', required: false, options: ['Small'] },
    ]);
  });

  it('stays within the panel on narrow and wide screens', async () => {
    for (const width of [320, 1000]) {
      await setViewport({ width, height: 800 });
      const opened = await open(server => {
        server.saveElsewhere({
          pageGreetings: [{ urlPattern: '/a', messages: ['Hello', 'How?'], queries: ['Why?'] }],
        });
      });
      await openTab(opened, 'greeting');
      const { right } = byRole(opened.root, 'tabpanel').getBoundingClientRect();
      const list = byRole(opened.root, 'group', 'Greetings by page');
      for (const part of [...allByRole(list, 'textbox'), ...allByRole(list, 'button')]) {
        expect(part.getBoundingClientRect().right, `${nameOf(part)} at ${width} px`).to.be.at.most(right);
      }
      opened.panel.remove();
    }
  });
});
