import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { byRole, nameOf, textbox } from '../by-role.ts';
import { clickAt } from '../pointer.ts';
import { waitUntil } from '../wait-until.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  Reflect.deleteProperty(navigator, 'clipboard');
  await setViewport({ width: 1000, height: 800 });
});

describe('an install snippet', () => {
  it('is copied to the clipboard, also on a page without https, which has no clipboard API', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    await setViewport({ width: 1000, height: 800 });
    const opened = await open();
    const { root } = opened;
    await openTab(opened, 'install');
    const copy = byRole(root, 'button', 'Copy: Script tag');
    copy.scrollIntoView({ block: 'center' });
    await clickAt(copy);
    await waitUntil(() => copy.textContent!.includes('Copied'), 'it is told');

    const field = textbox(root, 'Address of the site');
    field.value = '';
    field.focus();
    expect(nameOf(root.activeElement!)).to.equal('Address of the site');
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'v' });
    await sendKeys({ up: 'Control' });
    const tag = byRole(root, 'region', 'Script tag').textContent!;
    const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
    await waitUntil(() => field.value !== '', 'it is pasted');
    expect(inOneLine(field.value)).to.equal(inOneLine(tag));
  });
});
