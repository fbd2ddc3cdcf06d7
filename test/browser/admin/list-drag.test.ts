/** A list of the panel is reordered by the drag of an entry that is let go over another, and by no other. */
import { expect } from '@open-wc/testing';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

/** Drags the first entry over the third, then on to where `end` says, and lets it go. */
async function drag(end: (list: DOMRect) => [x: number, y: number] | 'cancel'): Promise<string[]> {
  const opened = await open(server => server.saveElsewhere({ suggestedQueries: ['One', 'Two', 'Three'] }));
  const { root, panel } = opened;
  await openTab(opened, 'greeting');
  const list = root.querySelector('#field-suggestedQueries ol')!;
  const grip = list.querySelector<HTMLElement>('.grip')!;
  grip.setPointerCapture = () => {};
  const point = (type: string, clientX = 0, clientY = 0): boolean =>
    grip.dispatchEvent(new PointerEvent(type, { button: 0, pointerId: 1, bubbles: true, clientX, clientY }));
  const third = list.children[2]!.getBoundingClientRect();
  point('pointerdown');
  point('pointermove', third.left + 9, third.top + 5);
  const place = end(list.getBoundingClientRect());
  if (place === 'cancel') point('pointercancel');
  else point('pointermove', ...place);
  point('lostpointercapture');
  await panel.updateComplete;
  expect(root.querySelector('[data-dragging], [data-target]')).to.equal(null);
  return [...root.querySelectorAll<HTMLInputElement>('#field-suggestedQueries input')].map(
    ({ value }) => value,
  );
}

describe('dragging an entry', () => {
  it('moves it to where the pointer is released, also slightly beside the list', async () => {
    const place = ({ left, bottom }: DOMRect): [number, number] => [left - 10, bottom - 9];
    expect(await drag(place)).to.deep.equal(['Two', 'Three', 'One']);
  });

  for (const [how, end] of [
    ['it is cancelled, as a call or a scroll does on a phone', () => 'cancel'],
    ['the entry is let go above the list', ({ left, top }) => [left + 9, top - 60]],
    ['the entry is let go below the list', ({ left, bottom }) => [left + 9, bottom + 60]],
    ['the entry is let go beside the list', ({ left, bottom }) => [left - 60, bottom - 9]],
  ] as [string, (list: DOMRect) => [number, number] | 'cancel'][]) {
    it(`changes nothing if ${how}`, async () => {
      expect(await drag(end)).to.deep.equal(['One', 'Two', 'Three']);
    });
  }
});
