import { expect } from '@open-wc/testing';
import { allByRole, byRole } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('a restored version', () => {
  it('says that it must be saved, until it is', async () => {
    const opened = await open(server => server.saveElsewhere({ name: 'Ada' }));
    const { root, server } = opened;
    const isSaid = (text: string): boolean =>
      allByRole(root, 'status').some(({ textContent }) => textContent!.includes(text));
    await openTab(opened, 'history');
    await waitUntil(() => allByRole(root, 'button', /^Version 1\b/).length > 0, 'the versions are listed');
    byRole(root, 'button', /^Version 1\b/).click();
    await waitUntil(() => allByRole(root, 'button', 'Restore this version').length > 0, 'it is compared');
    byRole(root, 'button', 'Restore this version').click();
    await waitUntil(() => isSaid('Version 1 is in the form now. Save to apply it.'), 'it waits');
    byRole(root, 'button', 'Save').click();
    await waitUntil(() => isSaid('Saved.'), 'it is saved');
    expect(server.current.settings.name).to.equal('Assistant');
    await waitUntil(() => !isSaid('Save to apply it.'), 'nothing is left to be done');
  });
});
