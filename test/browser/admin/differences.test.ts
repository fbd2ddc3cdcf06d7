/** Two versions that an owner has to choose between differ before his eyes. */
import { expect } from '@open-wc/testing';
import { byRole, fill, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { type Opened, open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

function openChanges({ root }: Opened): void {
  root.querySelector<HTMLDetailsElement>('details')!.open = true;
}

async function conflictOf({ root }: Opened): Promise<HTMLElement> {
  byRole(root, 'button', 'Save').click();
  const name = 'Someone else saved while you were editing';
  await waitUntil(() => root.querySelector('form[aria-labelledby]'), name);
  return byRole(root, 'form', name);
}

/** What stands at a term of a list of differences, as far as it is in view. */
function shownAt(place: ParentNode, term: string): string {
  const found = [...place.querySelectorAll('dt')].find(({ textContent }) => textContent === term)!;
  const value = found.nextElementSibling as HTMLElement;
  const { bottom } = value.getBoundingClientRect();
  const range = document.createRange();
  const text = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
  let shown = '';
  while (text.nextNode()) {
    const node = text.currentNode as Text;
    for (let i = 0; i < node.length; i++) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      if (range.getBoundingClientRect().bottom <= bottom + 2) shown += node.data[i];
    }
  }
  return shown;
}

describe('the list of differences', () => {
  it('names a feature that both sides switched on with different values', async () => {
    const opened = await open(server => server.saveElsewhere({ rateLimit: null }));
    const { root, panel, server } = opened;
    await openTab(opened, 'access');
    byRole(root, 'switch', 'Limit how much one visitor can send').click();
    await panel.updateComplete;
    fill(textbox(root, 'Messages'), '5');
    await panel.updateComplete;
    openChanges(opened);
    expect(shownAt(root, 'Yours')).to.equal('On · Messages: 5');
    server.saveElsewhere({ rateLimit: { messages: 7, message: 'Slow down.' } });
    const conflict = await conflictOf(opened);
    expect(shownAt(conflict, 'Yours')).to.equal('On · Messages: 5');
    expect(shownAt(conflict, 'Theirs')).to.equal('On · Messages: 7 · Message: Slow down.');
  });

  it('shows where two long texts differ near the end', async () => {
    const long = 'Answer in one sentence, and name the page it stands on. '.repeat(40);
    const opened = await open(server => server.saveElsewhere({ instructions: `${long}Be kind.` }));
    const { root, server } = opened;
    fill(textbox(root, 'Instructions'), `${long}Be brief.`);
    server.saveElsewhere({ instructions: `${long}Be formal.` });
    const conflict = await conflictOf(opened);
    expect(shownAt(conflict, 'Yours')).to.match(/^….+Be brief\.$/);
    expect(shownAt(conflict, 'Theirs')).to.match(/^….+Be formal\.$/);
  });

  it('shows it in a script without spaces too, and does not split an emoji', async () => {
    for (const lead of ['', 'x']) {
      const long = lead + '🙂'.repeat(300);
      const opened = await open(server => server.saveElsewhere({ instructions: `${long}乙` }));
      const { root, panel } = opened;
      fill(textbox(root, 'Instructions'), `${long}甲`);
      await panel.updateComplete;
      openChanges(opened);
      expect(shownAt(root, 'Yours')).to.match(/^… 🙂+甲$/u);
      panel.remove();
    }
  });

  it('shows short texts in full', async () => {
    const opened = await open();
    const { root, panel } = opened;
    fill(textbox(root, 'Name'), 'Assistants');
    await panel.updateComplete;
    openChanges(opened);
    expect(shownAt(root, 'Saved')).to.equal('Assistant');
    expect(shownAt(root, 'Yours')).to.equal('Assistants');
  });
});
