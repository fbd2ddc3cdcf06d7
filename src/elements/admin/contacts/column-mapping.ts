/** What a column of a file is: a field of the interface, an attribute of its own name, or nothing. */
export const TARGETS = [
  'external_id',
  'name',
  'email',
  'phonenumber',
  'payment_accounts',
  'custom_attributes',
] as const;
export type Target = (typeof TARGETS)[number] | 'attribute' | '';

/** Names people give their columns, letters and digits alone. */
const USUAL: Readonly<Record<string, Target>> = {
  externalid: 'external_id',
  customerid: 'external_id',
  customernumber: 'external_id',
  userid: 'external_id',
  kundennummer: 'external_id',
  name: 'name',
  fullname: 'name',
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  phonenumber: 'phonenumber',
  phone: 'phonenumber',
  telephone: 'phonenumber',
  telefon: 'phonenumber',
  mobile: 'phonenumber',
  paymentaccounts: 'payment_accounts',
  customattributes: 'custom_attributes',
  // The service gives these itself.
  createdat: '',
  updatedat: '',
};

/** The likely meaning of each column. No field is given out twice. */
export function guessMapping(columns: readonly string[]): Target[] {
  const taken = new Set<Target>();
  const mapping = columns.map(column => {
    const name = plain(column);
    const guess = Object.hasOwn(USUAL, name) ? USUAL[name]! : name === 'id' ? '' : 'attribute';
    if (guess === 'attribute' || guess === '' || !taken.has(guess)) {
      taken.add(guess);
      return guess;
    }
    return 'attribute';
  });
  // A plain "id" is the caller's own where nothing says so better.
  const id = columns.findIndex(column => plain(column) === 'id');
  if (!taken.has('external_id') && id >= 0) mapping[id] = 'external_id';
  return mapping;
}

function plain(column: string): string {
  return column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
