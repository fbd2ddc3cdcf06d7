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
const originalAlert = globalThis.alert;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  globalThis.alert = originalAlert;
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
  await waitUntil(() => tab.querySelector('tbody tr, .nothing'), 'the contacts are listed');
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

    await tabTo(root, 'Edit: kim-7');
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

  it('offers only adding if the service cannot change contacts, and says when a contact no longer exists', async () => {
    const { tab } = await openContacts(server => {
      server.changesContacts = false;
    });
    expect(tab.querySelector('.edit')).to.equal(null);
    byRole(tab, 'button', 'Add a contact');
    const opened = await openContacts();
    byRole(opened.tab, 'button', 'Edit: kim-7').click();
    await waitUntil(() => opened.tab.querySelector('#contact-name'), 'the form is open');
    opened.server.contacts.length = 0;
    fill(textbox(opened.tab, 'Name'), 'Kim the second');
    byRole(opened.tab, 'button', 'Save').click();
    await waitUntil(() => opened.tab.querySelector('[role=alert] .fault'), 'it says so');
    expect(opened.tab.querySelector('[role=alert]')!.textContent).to.contain('no longer exists');
  });

  it('is saved with only what the owner has changed, and keeps line breaks', async () => {
    const { root, tab, server } = await openContacts(({ contacts }) => {
      contacts[0] = { ...KIM, custom_attributes: { size: 7, note: 'Two\nlines' } };
    });
    const edit = async (label: string, text: string): Promise<void> => {
      byRole(tab, 'button', 'Edit: kim-7').click();
      await waitUntil(() => tab.querySelector('#contact-name'), 'the form is open');
      // Somebody else changes the contact meanwhile.
      server.contacts[0]!.email = 'kim@new.example';
      fill(textbox(tab, label), text);
      byRole(tab, 'button', 'Save').click();
      await focusOn(root, '[data-contact=contact-0]', 'it is saved');
    };
    await edit('Name', 'Kim B.');
    expect(server.contacts[0]).to.deep.include({
      ...{ name: 'Kim B.', email: 'kim@new.example', custom_attributes: { size: 7, note: 'Two\nlines' } },
    });
    await edit('size', '8');
    expect(server.contacts[0]!.custom_attributes).to.deep.equal({ size: '8', note: 'Two\nlines' });
  });

  it('asks before what was typed is lost', async () => {
    const { root, tab, panel } = await openContacts();
    const leavesPage = (): boolean =>
      window.dispatchEvent(new Event('beforeunload', { cancelable: true, bubbles: false }));
    byRole(tab, 'button', 'Add a contact').click();
    await waitUntil(() => tab.querySelector('#contact-name'), 'the form is open');
    expect(leavesPage()).to.equal(true);
    fill(textbox(tab, 'Name'), 'Lee');
    expect(leavesPage(), 'the page asks').to.equal(false);
    byRole(tab, 'button', 'Back to the list').click();
    await focusOn(root, '.keep-writing', 'the safe answer has the focus');
    byRole(tab, 'button', 'Keep writing').click();
    await focusOn(root, '#contact-external_id', 'the form is still open');
    expect(textbox(tab, 'Name').value).to.equal('Lee');
    await expect(panel).to.be.accessible();
    byRole(tab, 'button', 'Back to the list').click();
    await focusOn(root, '.keep-writing', 'it asks again');
    byRole(tab, 'button', 'Discard').click();
    await focusOn(root, '.new', 'the list is back');
    expect(leavesPage()).to.equal(true);
  });

  it('leaves an open import and the search where they were', async () => {
    const { root, tab } = await openContacts();
    byRole(tab, 'button', 'Import').click();
    await waitUntil(() => tab.querySelector('agent-chat-admin-import section'), 'the import is open');
    const importer = tab.querySelector('agent-chat-admin-import')!;
    const search = tab.querySelector<HTMLInputElement>('[role=search] input')!;
    fill(search, 'kim');
    search.form!.requestSubmit();
    await waitUntil(() => tab.querySelectorAll('tbody tr').length === 1, 'one is found');
    byRole(tab, 'button', 'Edit: kim-7').click();
    await waitUntil(() => tab.querySelector('#contact-name'), 'the form is open');
    expect(importer.checkVisibility()).to.equal(false);
    byRole(tab, 'button', 'Back to the list').click();
    await focusOn(root, '.edit', 'the list is back');
    expect(tab.querySelector('agent-chat-admin-import')).to.equal(importer);
    expect(importer.checkVisibility()).to.equal(true);
    expect(tab.querySelector<HTMLInputElement>('[role=search] input')!.value).to.equal('kim');
  });

  it('keeps the focus if it cannot be deleted, and ignores Keep while that runs', async () => {
    const { root, tab, server } = await openContacts();
    byRole(tab, 'button', 'Edit: kim-7').click();
    await waitUntil(() => tab.querySelector('#contact-name'), 'the form is open');
    byRole(tab, 'button', 'Delete').click();
    await focusOn(root, '.keep', 'it asks');
    const answered = Promise.withResolvers<Response>();
    server.intercept = method => (method === 'DELETE' ? answered.promise : undefined);
    byRole(tab, 'button', 'Delete for good').focus();
    await press('Enter');
    byRole(tab, 'button', 'Keep').click();
    await waitUntil(() => byRole(tab, 'button', 'Keep').ariaDisabled === 'true', 'it is being deleted');
    answered.resolve(Response.json({ error: { code: 'upstream_error', message: 'no' } }, { status: 502 }));
    await waitUntil(() => tab.querySelector('[role=alert] .fault'), 'it says what went wrong');
    await focusOn(root, '.remove', 'the focus is at the button');
  });

  it('is neither listed, counted nor found once deleted', async () => {
    const { tab } = await openContacts(({ contacts }) => {
      contacts.push({ external_id: 'deleted-contact-2' });
    });
    await waitUntil(() => byRole(tab, 'status').textContent!.includes('contact'), 'they are counted');
    expect(byRole(tab, 'status').textContent).to.contain('2 contacts');
    const search = tab.querySelector<HTMLInputElement>('[role=search] input')!;
    fill(search, 'contact');
    search.form!.requestSubmit();
    await waitUntil(() => byRole(tab, 'status').textContent!.includes('0'), 'none is found');
    const { tab: empty } = await openContacts(({ contacts }) => {
      contacts.splice(0, 2, { external_id: 'deleted-contact-0' });
    });
    expect(empty.querySelector('.nothing')).to.not.equal(null);
    expect(empty.querySelector('tbody tr')).to.equal(null);
  });

  it('shows what visitors entered as text', async () => {
    let ran = 0;
    globalThis.alert = () => void ran++;
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
