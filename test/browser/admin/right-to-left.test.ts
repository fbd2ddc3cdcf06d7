import { expect } from '@open-wc/testing';
import { byRole } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, type Opened, open, openTab, type } from './open-panel.ts';

const realFetch = globalThis.fetch;

describe('the panel in Arabic', () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open(server => server.contacts.push({ external_id: 'first' }), 'ar');
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    sessionStorage.clear();
  });

  it('mirrors the arrows of undo and redo, which change places', () => {
    const [undo, redo] = ['تراجع', 'إعادة'].map(name => button(opened.root, name));
    for (const arrow of [undo!, redo!])
      expect(getComputedStyle(arrow.querySelector('.glyph')!).scale).to.equal('-1 1');
    expect(undo!.getBoundingClientRect().left).to.be.greaterThan(redo!.getBoundingClientRect().left);
  });

  it('keeps “left” and “right” positions unmirrored', async () => {
    await openTab(opened, 'look');
    const choice = (name: string): DOMRect =>
      byRole(opened.root, 'radio', name).closest('label')!.getBoundingClientRect();
    expect(choice('يسار').right).to.be.at.most(choice('يمين').left + 1);
  });

  it('has no space between letters that are joined', async () => {
    for (const tab of ['agent', 'look', 'usage', 'contacts']) {
      await openTab(opened, tab);
      const spaced = [...opened.root.querySelectorAll('*')].filter(
        element => !['normal', '0px'].includes(getComputedStyle(element).letterSpacing),
      );
      expect(
        spaced.map(element => element.className || element.localName),
        tab,
      ).to.deep.equal([]);
    }
  });

  it('has empty fields from right to left, and Latin text from left to right', async () => {
    await openTab(opened, 'greeting');
    const field = opened.root.querySelector<HTMLInputElement>('#field-placeholder')!;
    const direction = (): string => getComputedStyle(field).direction;
    type(opened.root, '#field-placeholder', '');
    await waitUntil(() => direction() === 'rtl', 'empty');
    type(opened.root, '#field-placeholder', 'Ask us');
    await waitUntil(() => direction() === 'ltr', 'with Latin letters');
    await openTab(opened, 'contacts');
    const search = () => opened.root.querySelector<HTMLInputElement>('[role=search] input');
    await waitUntil(search, 'the search');
    expect(getComputedStyle(search()!).direction).to.equal('rtl');
  });
});
