/**
 * Characters in the fields of a contact that a visitor fills in. Section 4.2 names none; these are ours. Apart from the
 * other limits, which every window carries: few visitors see a form.
 */
export const CONTACT_MAX = { name: 255, email: 320, phonenumber: 64 } as const;

/**
 * Bytes of a whole contact, written out as JSON: a page has up to a thousand of them, which must not become more than a
 * service can hold at once, and a reader be given.
 */
export const CONTACT_BYTES_MAX = 65_536;
