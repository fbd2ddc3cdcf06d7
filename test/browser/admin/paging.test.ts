import { expect } from '@open-wc/testing';
import { byRole } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('a page of contacts', () => {
  it('is read from its first row, wherever in the one before the owner was', async () => {
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
});
