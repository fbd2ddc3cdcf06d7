import type { CONTACT_FIELDS } from '../../../protocol/contact-fields.ts';

/** What a column of a file is: a field of the interface, an attribute of its own name, or nothing. */
export type Target = (typeof CONTACT_FIELDS)[number] | 'attribute' | '';

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
  // Google's address book.
  email1value: 'email',
  phone1value: 'phonenumber',
  phonenumber: 'phonenumber',
  phone: 'phonenumber',
  telephone: 'phonenumber',
  telefon: 'phonenumber',
  mobile: 'phonenumber',
  sms: 'phonenumber',
  paymentaccounts: 'payment_accounts',
  customattributes: 'custom_attributes',
  // The service gives these itself.
  createdat: '',
  updatedat: '',
};

/** The caller's own id where nothing says so better: as it stands, and by HubSpot, Brevo or Salesforce, Mailchimp. */
const OTHER_IDS: ReadonlySet<string> = new Set(['id', 'recordid', 'contactid', 'euid']);

/** Few systems export a name in one piece. */
const NAME_PARTS: ReadonlySet<string> = new Set([
  ...['firstname', 'middlename', 'lastname', 'givenname', 'familyname', 'surname'],
  ...['vorname', 'nachname', 'prénom', 'nom'],
]);

/** The likely meaning of each column. No field is given out twice, but the name to its parts where it is in no column as a whole. */
export function guessMapping(columns: readonly string[]): Target[] {
  const taken = new Set<Target>();
  const names = columns.map(plain);
  const whole = names.some(name => USUAL[name] === 'name');
  const mapping = names.map((name): Target => {
    if (!whole && NAME_PARTS.has(name)) return 'name';
    const guess = Object.hasOwn(USUAL, name) ? USUAL[name]! : name === 'id' ? '' : 'attribute';
    if (guess === 'attribute' || guess === '' || !taken.has(guess)) {
      taken.add(guess);
      return guess;
    }
    return 'attribute';
  });
  const id = names.findIndex(name => OTHER_IDS.has(name));
  if (!taken.has('external_id') && id >= 0) mapping[id] = 'external_id';
  return mapping;
}

function plain(column: string): string {
  return column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
