/** What a caller may say of a contact, section 4.2, in the order of the columns of a file. */
export const CONTACT_FIELDS = [
  'external_id',
  'name',
  'email',
  'phonenumber',
  'payment_accounts',
  'custom_attributes',
] as const;
