import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { AdminServer } from '../../fakes/admin-server.ts';
import { byRole, fill, textbox } from '../by-role.ts';
import { focusOn, press, tabTo } from '../keyboard.ts';
import { DANGEROUS } from '../markdown/xss-corpus.ts';
import { prefer } from '../prefer.ts';
import { waitUntil } from '../wait-until.ts';
import { type Opened, open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
  await prefer({ forcedColors: 'none', colorScheme: 'light' });
  document.documentElement.removeAttribute('style');
});

const KIM = {
  external_id: 'kim-7',
  name: 'Kim',
  email: 'kim@shop.example',
  custom_attributes: { size: 7, note: 'Likes kayaks' },
};
const BO = { external_id: 'bo-2', email: 'bo@shop.example' };

async function openContacts(
  prepare: (server: AdminServer) => void = () => {},
  lang = 'en',
): Promise<Opened & { tab: HTMLElement }> {
  const opened = await open(server => {
    server.changesContacts = true;
    server.contacts.push(KIM, BO);
    prepare(server);
  }, lang);
  await openTab(opened, 'contacts');
  const tab = opened.root.querySelector<HTMLElement>('[role=tabpanel]')!;
  await waitUntil(() => tab.querySelector('tbody tr'), 'the contacts are listed');
  return { ...opened, tab };
}

describe('one contact', () => {
  it('is added, changed and deleted by keyboard alone', async () => {
    const { root, tab, server } = await openContacts();
    root.querySelector<HTMLElement>('#tab-contacts')!.focus();
    await tabTo(root, 'Add a contact');
    await press('Enter');
    await focusOn(root, '#contact-external_id', 'the first field has the focus');
    await sendKeys({ type: 'lee-3' });
    await press('Tab');
    await sendKeys({ type: 'Lee' });
    await press('Enter');
    await waitUntil(() => server.contacts.length === 3, 'it is stored');
    expect(server.contacts[2]).to.include({ external_id: 'lee-3', name: 'Lee', email: null });
    await focusOn(root, '.new', 'the focus is back');
    expect(tab.textContent).to.contain('Saved.');

    await tabTo(root, 'Edit: Kim');
    await press('Enter');
    await focusOn(root, '#contact-external_id', 'its form is open');
    await tabTo(root, 'Phone');
    await sendKeys({ type: '+43 1 234' });
    await tabTo(root, 'note');
    await press('Delete');
    await tabTo(root, 'New attribute');
    await sendKeys({ type: 'city' });
    await press('Tab');
    await sendKeys({ type: 'Graz' });
    await press('Enter');
    await waitUntil(() => server.contacts[0]!.phonenumber === '+43 1 234', 'it is changed');
    expect(server.contacts[0]!.custom_attributes).to.deep.equal({ size: 7, city: 'Graz' });
    await focusOn(root, '[data-contact=contact-0]', 'the focus is at the contact');

    await press('Enter');
    await tabTo(root, 'Delete');
    await press('Enter');
    await focusOn(root, '.keep', 'the safe answer has the focus');
    await press('Enter');
    await focusOn(root, '.remove', 'nothing is deleted');
    expect(server.contacts).to.have.length(3);
    await press('Enter');
    await focusOn(root, '.keep', 'it asks again');
    await tabTo(root, 'Delete for good', 'Shift+Tab');
    await press('Enter');
    await waitUntil(() => server.contacts.length === 2, 'it is deleted');
    await focusOn(root, '.new, .edit', 'the focus is not lost');
  });

  it('says at the field what is wrong, and moves there', async () => {
    const { root, tab, server } = await openContacts();
    byRole(tab, 'button', 'Add a contact').click();
    await waitUntil(() => tab.querySelector('#contact-email'), 'the form is open');
    fill(textbox(tab, 'Email'), 'kim');
    byRole(tab, 'button', 'Save').click();
    await focusOn(root, '#contact-external_id', 'the first fault has the focus');
    expect(tab.querySelector('#contact-external_id-fault')!.textContent).to.contain('The ID is missing');
    expect(tab.querySelector('#contact-email-fault')!.textContent).to.contain('ann@shop.example');
    expect(tab.querySelector('#contact-email')!.getAttribute('aria-describedby')).to.equal(
      'contact-email-fault',
    );
    fill(textbox(tab, 'Your ID'), 'new-1');
    fill(textbox(tab, 'Email'), 'x@shop.example');
    server.intercept = method =>
      method === 'POST'
        ? Response.json(
            { error: { code: 'conflict', message: 'users.0.email: exists already' } },
            { status: 409 },
          )
        : undefined;
    byRole(tab, 'button', 'Save').click();
    await focusOn(root, '#contact-email', 'the taken address has the focus');
    expect(tab.querySelector('#contact-email-fault')!.textContent).to.contain('already exists');
    server.intercept = undefined;
    expect(server.contacts).to.have.length(2);
  });

  it('is only added in front of a service that changes none, and one that is gone says so', async () => {
    const { tab } = await openContacts(server => {
      server.changesContacts = false;
    });
    expect(tab.querySelector('.edit')).to.equal(null);
    const opened = await openContacts();
    byRole(opened.tab, 'button', 'Edit: Kim').click();
    await waitUntil(() => opened.tab.querySelector('#contact-name'), 'the form is open');
    opened.server.contacts.length = 0;
    byRole(opened.tab, 'button', 'Save').click();
    await waitUntil(() => opened.tab.querySelector('[role=alert] .fault'), 'it says so');
    expect(opened.tab.querySelector('[role=alert]')!.textContent).to.contain('no longer exists');
  });

  it('shows what visitors entered as text', async () => {
    let ran = 0;
    (globalThis as { alert: unknown }).alert = () => ran++;
    const hostile = DANGEROUS.join(' ').slice(0, 190);
    const { tab } = await openContacts(server => {
      server.contacts[0] = { ...KIM, name: hostile, custom_attributes: { [hostile.slice(0, 80)]: hostile } };
    });
    tab.querySelector<HTMLElement>('[data-contact=contact-0]')!.click();
    await waitUntil(() => tab.querySelector('#contact-name'), 'the form is open');
    expect(tab.querySelector<HTMLInputElement>('#contact-name')!.value).to.equal(hostile);
    expect(tab.querySelectorAll('agent-chat-admin-contact :is(img, script, iframe)')).to.have.length(0);
    expect(ran).to.equal(0);
  });

  for (const [name, lang, scheme] of [
    ['on a narrow screen', 'en', 'light'],
    ['on a narrow screen, dark', 'en', 'dark'],
    ['from right to left', 'ar', 'light'],
  ] as const) {
    it(`fits and is accessible ${name}`, async () => {
      await setViewport({ width: 320, height: 800 });
      await prefer({ colorScheme: scheme });
      const { panel, tab } = await openContacts(() => {}, lang);
      tab.querySelector<HTMLElement>('[data-contact=contact-0]')!.click();
      await waitUntil(() => tab.querySelector('#contact-name'), 'the form is open');
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      await expect(panel).to.be.accessible();
    });
  }
});
