/** A colour that an owner types and no visitor would see is said to be none. */
import { expect } from '@open-wc/testing';
import { measureContrast, toHex } from '../../../src/elements/admin/settings/colour-field.ts';
import { allByRole, byRole, descriptionOf, fill, nameOf, textbox } from '../by-role.ts';
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

  it('offers colours that are chosen by one press, and shows which one is', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'look');
    const swatches = () => allByRole(byRole(root, 'group', 'Button colour'), 'button');
    const chosen = () => swatches().filter(({ ariaPressed }) => ariaPressed === 'true');
    expect(swatches()).to.have.length(8);
    expect(chosen().map(nameOf), 'the default is one of them').to.deep.equal(['Indigo']);
    const [picker, ofVisitor] = root.querySelectorAll<HTMLInputElement>('input[type=color]');
    expect(picker!.value, 'and no grey').to.equal('#4150d8');
    for (const title of swatches().map(nameOf).reverse()) {
      byRole(root, 'button', title).click();
      await panel.updateComplete;
      const name = textbox(root, 'Button colour').value;
      expect(picker!.value).to.equal(name);
      expect(ofVisitor!.value, 'what visitors write follows it').to.equal(name);
      expect(chosen().map(nameOf)).to.deep.equal([title]);
      // A round of the colour itself, with a ring around the chosen one.
      const fills = swatches().map(button => getComputedStyle(button.querySelector('circle')!).fill);
      expect(toHex(fills[swatches().indexOf(chosen()[0]!)]!)).to.equal(name);
      const rings = swatches().map(button => getComputedStyle(button).outlineStyle);
      expect(rings.filter(ring => ring === 'solid')).to.have.length(1);
      expect(getComputedStyle(chosen()[0]!).outlineWidth).to.equal('2px');
      // Each can carry text, and all but the widget's own are seen in a light window and in a dark one.
      const { text, light, dark } = measureContrast(name);
      expect(text, name).to.be.at.least(4.5);
      if (name !== '#4150d8') expect(Math.min(light, dark), name).to.be.at.least(3);
    }
    fill(textbox(root, 'Button colour'), 'teal');
    await panel.updateComplete;
    expect(chosen(), 'no swatch is chosen for another colour').to.deep.equal([]);
  });
});
