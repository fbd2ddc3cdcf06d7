import { expect } from '@open-wc/testing';
import { render } from 'lit';
import type { ImportRow } from '../../../src/elements/admin/contacts/check-rows.ts';
import { renderFaulty } from '../../../src/elements/admin/contacts/import-view.ts';
import { en } from '../../../src/locales/admin/en.ts';

describe('the rows that are not imported', () => {
  it('start with the invalid rows, before the existing contacts', () => {
    const rows: ImportRow[] = Array.from({ length: 200 }, (_, i) => ({
      number: i + 2,
      state: 'exists',
      input: { external_id: `c${i}` },
      fault: { kind: 'exists', field: 'external_id' },
    }));
    rows[150] = { ...rows[150]!, state: 'invalid', fault: { kind: 'field', field: 'email' } };
    rows[199] = { ...rows[199]!, state: 'duplicate', fault: { kind: 'repeats', field: 'email', row: 2 } };
    const place = document.createElement('div');
    render(renderFaulty(rows, en), place);
    document.body.append(place);
    const numbers = [...place.querySelectorAll('th[scope=row]')].map(cell => Number(cell.textContent));
    place.remove();
    expect(numbers.slice(0, 3)).to.deep.equal([152, 201, 2]);
    expect(numbers).to.have.length(50);
  });
});
