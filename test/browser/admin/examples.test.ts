import { expect } from '@open-wc/testing';
import { ar } from '../../../src/locales/admin/ar.ts';
import { he } from '../../../src/locales/admin/he.ts';
import type { AdminStrings } from '../../../src/locales/admin/strings.ts';

/** Where each character of the example stands, from left to right, in a line that is read from the right. */
function placesOf(example: string, text: string): number[] {
  const line = document.createElement('p');
  line.dir = 'rtl';
  line.style.whiteSpace = 'nowrap';
  line.textContent = text;
  document.body.append(line);
  const start = text.indexOf(example);
  const range = document.createRange();
  const places = [...example].map((_, i) => {
    range.setStart(line.firstChild!, start + i);
    range.setEnd(line.firstChild!, start + i + 1);
    return range.getBoundingClientRect().left;
  });
  line.remove();
  return places;
}

const EXAMPLES: readonly [example: string, textOf: (strings: AdminStrings) => string][] = [
  ['"Exo 2", Georgia, serif', ({ faults }) => faults.font],
  ['#0b57d0', ({ faults }) => faults.colour],
  ['*.shop.example', ({ faults }) => faults.domain(1)],
  ['/pricing*', ({ rows }) => String(rows['autoOpen.urlPattern']?.[1])],
  ['https://…', ({ rows }) => String(rows['leadForm.consent']?.[1])],
];

describe('the example in an error message', () => {
  for (const [language, strings] of Object.entries({ ar, he })) {
    for (const [example, textOf] of EXAMPLES) {
      it(`has its own direction in ${language}: ${example}`, () => {
        const text = textOf(strings);
        expect(text).to.contain(example);
        const places = placesOf(example, text);
        expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
      });
    }
  }
});
