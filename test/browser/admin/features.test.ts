/** A feature that an owner switches on does what its switch says. */
import { expect } from '@open-wc/testing';
import { byRole, fill, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('a feature switch', () => {
  it('switches auto-open on with a delay that the owner can see and change', async () => {
    const opened = await open();
    const { root, panel, server } = opened;
    await openTab(opened, 'opening');
    const feature = (): HTMLInputElement => byRole(root, 'switch', 'Open the chat automatically');
    feature().click();
    await panel.updateComplete;
    expect(textbox(root, 'Delay').value).to.equal('10');
    fill(textbox(root, 'Delay'), '25');
    await panel.updateComplete;
    feature().click();
    await panel.updateComplete;
    feature().click();
    await panel.updateComplete;
    expect(textbox(root, 'Delay').value, 'as it was when it was last on').to.equal('25');
    byRole(root, 'button', 'Save').click();
    await waitUntil(() => server.current.settings.autoOpen?.delay === 25, 'it is saved');
  });

  it('hides the fields of a feature that is off', async () => {
    const opened = await open(server => server.saveElsewhere({ autoOpen: {} }));
    const { root, panel } = opened;
    await openTab(opened, 'opening');
    const delay = byRole<HTMLInputElement>(root, 'switch', 'Delay');
    expect(delay.checked).to.equal(false);
    delay.focus();
    delay.click();
    await panel.updateComplete;
    expect(delay.checked).to.equal(true);
    expect(root.activeElement).to.equal(delay);
    expect(textbox(root, 'Delay').value).to.equal('10');
  });
});
