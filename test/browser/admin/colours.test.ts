/** A colour that an owner types and no visitor would see is said to be none. */
import { expect } from '@open-wc/testing';
import { byRole, descriptionOf, fill, textbox } from '../by-role.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('a colour field', () => {
  for (const text of ['rgb(1 2)', 'hsl(10)', 'light-dark(red)', 'reddish', '#12345']) {
    it(`rejects ${text}`, async () => {
      const opened = await open();
      const { root, panel } = opened;
      await openTab(opened, 'look');
      fill(textbox(root, 'Button colour'), text);
      await panel.updateComplete;
      expect(textbox(root, 'Button colour').ariaInvalid).to.equal('true');
      expect(descriptionOf(textbox(root, 'Button colour'))).to.contain('Enter a CSS colour');
      byRole(root, 'button', 'Reset Button colour to its default').click();
      await panel.updateComplete;
      expect(textbox(root, 'Button colour').ariaInvalid).to.equal('false');
    });
  }

  it('accepts every CSS notation', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'look');
    for (const text of ['RED', '#0b57d0', 'rgb(1 2 3 / 50%)', 'hsl(210deg 50% 40%)', 'oklch(60% .1 200)']) {
      fill(textbox(root, 'Button colour'), text);
      await panel.updateComplete;
      expect(textbox(root, 'Button colour').ariaInvalid, text).to.equal('false');
    }
  });
});
