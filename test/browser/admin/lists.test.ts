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
