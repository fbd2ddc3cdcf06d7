import { expect } from '@open-wc/testing';
import { allByRole, byRole, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('a page of contacts', () => {
  it('starts at its first row, whatever the scroll position of the last page', async () => {
    const opened = await open(server => {
      for (let i = 0; i < 120; i++) server.contacts.push({ external_id: `c-${i}` });
    });
    await openTab(opened, 'contacts');
    const { root } = opened;
    const first = (): string => root.querySelector('tbody th')?.textContent ?? '';
    await waitUntil(() => first() === 'c-119', 'the first page is drawn');
    const list = byRole(root, 'region', 'Contacts');
    for (const [name, id] of [
      ['Next page', 'c-69'],
      ['Last page', 'c-19'],
      ['First page', 'c-119'],
    ] as const) {
      list.scrollTop = list.scrollHeight;
      button(root, name).focus();
      button(root, name).click();
      await waitUntil(() => first() === id, `${name} is drawn`);
      expect(list.scrollTop, name).to.equal(0);
      expect(root.activeElement, 'the keyboard keeps its place').to.equal(button(root, name));
    }
  });

  it('can be requested again after an error, and so can a search', async () => {
    const opened = await open(server => {
      for (let i = 0; i < 120; i++) server.contacts.push({ external_id: `c-${i}` });
    });
    await openTab(opened, 'contacts');
    const { root, server } = opened;
    const first = (): string => root.querySelector('tbody th')?.textContent ?? '';
    await waitUntil(() => first() === 'c-119', 'the first page is drawn');
    const again = (): HTMLElement[] => allByRole(root, 'button', 'Try again');
    const steps: [() => void, string][] = [
      [() => button(root, 'Next page').click(), 'c-69'],
      [
        () => {
          textbox(root, 'ID, name, email or phone').value = 'c-7';
          button(root, 'Find').click();
        },
        'c-79',
      ],
    ];
    for (const [ask, id] of steps) {
      server.down = true;
      ask();
      await waitUntil(() => again().length === 1, 'it says so');
      expect(faults(root)).to.deep.equal([UNREACHABLE]);
      server.down = false;
      again()[0]!.focus();
      again()[0]!.click();
      await waitUntil(() => first() === id, `${id} is drawn`);
      await waitUntil(() => again().length === 0, 'nothing to try again');
      expect(faults(root)).to.deep.equal([]);
      expect(root.activeElement).to.equal(byRole(root, 'tabpanel'));
    }
  });
});

const UNREACHABLE = 'The server cannot be reached.';

/** What is said to have gone wrong. */
function faults(root: ParentNode): string[] {
  return allByRole(byRole(root, 'tabpanel'), 'status')
    .flatMap(status => [...status.querySelectorAll('.fault')])
    .map(({ textContent }) => textContent!.trim());
}
