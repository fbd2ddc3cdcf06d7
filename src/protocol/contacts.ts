import * as v from 'valibot';
import { invalidField, ProtocolError } from './errors.ts';
import {
  CONTACT_BYTES_MAX,
  CONTACT_MAX,
  CONTACTS_MAX,
  PAGE_DEFAULT,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  PER_PAGE_MIN,
  USER_ID_MAX,
} from './limits.ts';
import { isBlank } from './text.ts';
import { freeForm, identifier, noArray, parse, text } from './validation.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/u;

const TOO_LARGE = 'must hold no number too large to keep exactly';
const MISLEADING = 'must hold no field called __proto__';

const paymentAccountSchema = freeForm(
  v.looseObject(
    {
      label: v.optional(text(0, 200)),
      payment_id: v.optional(text(0, 200)),
      payment_email: v.optional(text(0, CONTACT_MAX.email)),
    },
    'must be an object',
  ),
);

/** What a caller sends for one contact, docs/interface.md section 4.2. Null reads as absent, so an exported contact can be sent back. */
export const contactInputSchema = noArray(
  v.object({
    external_id: v.pipe(
      // A signed-in visitor's lead has their userId as `external_id`.
      identifier(USER_ID_MAX),
      v.check(value => !isBlank(value), 'must not be blank'),
    ),
    name: v.nullish(text(0, CONTACT_MAX.name)),
    email: v.nullish(
      v.pipe(
        v.string('must be a string'),
        v.trim(),
        text(1, CONTACT_MAX.email),
        v.regex(EMAIL, 'must be an email address'),
      ),
    ),
    phonenumber: v.nullish(text(0, CONTACT_MAX.phonenumber)),
    payment_accounts: v.nullish(
      v.pipe(
        v.array(paymentAccountSchema, 'must be an array'),
        v.maxLength(100, 'must have at most 100 entries'),
        v.check(value => comesBack(value), TOO_LARGE),
        v.check(value => !misleads(value), MISLEADING),
      ),
    ),
    custom_attributes: v.nullish(
      v.pipe(
        freeForm(v.record(v.string(), v.unknown(), 'must be an object')),
        v.check(value => comesBack(value), TOO_LARGE),
        v.check(value => !misleads(value), MISLEADING),
      ),
    ),
  }),
);

/** What a change of a contact can conflict with. */
export const CONTACT_CONFLICTS = {
  external_id: 'external_id: exists already',
  email: 'email: exists already',
} as const;

export type ContactInput = v.InferOutput<typeof contactInputSchema>;

export const createContactsSchema = noArray(
  v.object({
    users: v.pipe(
      v.array(contactInputSchema, 'must be an array'),
      v.minLength(1, `must have 1 to ${CONTACTS_MAX} entries`),
      v.maxLength(CONTACTS_MAX, `must have 1 to ${CONTACTS_MAX} entries`),
    ),
  }),
);

/** A contact as the service stores it, docs/interface.md section 2.3. Times are Unix seconds. */
export interface Contact {
  id: string;
  external_id: string;
  name: string | null;
  email: string | null;
  phonenumber: string | null;
  payment_accounts: PaymentAccount[];
  custom_attributes: Record<string, unknown>;
  created_at: number;
  updated_at: number;
}

export type PaymentAccount = v.InferOutput<typeof paymentAccountSchema>;

/** The fields of each contact in the response to a create request, docs/interface.md section 2.3. */
export type CreatedContact = Pick<
  Contact,
  'id' | 'external_id' | 'name' | 'email' | 'custom_attributes' | 'created_at' | 'updated_at'
>;

export interface ContactPage {
  message: string;
  data: Contact[];
  total: number;
  pages: { page: number; per_page: number; total_pages: number };
}

/**
 * @throws ProtocolError `invalid_request` naming the row and field, `users.3.email: …`, and `payload_too_large` naming
 *   the row
 */
export function parseCreateContacts(body: unknown): ContactInput[] {
  const { users } = parse(createContactsSchema, body);
  for (const [i, user] of users.entries()) checkSize(`users.${i}`, user);
  return users;
}

/**
 * The fields of one contact to change; null removes a value.
 * @throws ProtocolError `invalid_request` naming the field; `payload_too_large`
 */
export function parseContactPatch(body: unknown): Partial<ContactInput> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'must be an object');
  const contact = parse(contactInputSchema, { external_id: 'unchanged', ...body });
  const patch = Object.fromEntries(Object.entries(contact).filter(([name]) => Object.hasOwn(body, name)));
  if (Object.keys(patch).length === 0)
    throw invalidField('body', `must have one of ${Object.keys(contactInputSchema.entries).join(', ')}`);
  checkSize('body', contact);
  return patch;
}

/** Measured as stored, which can be longer than the request: 1e15 has four bytes and becomes sixteen. */
function checkSize(name: string, contact: ContactInput): void {
  if (new TextEncoder().encode(JSON.stringify(contact)).length <= CONTACT_BYTES_MAX) return;
  const rule = `must have at most ${CONTACT_BYTES_MAX} bytes when written out`;
  throw new ProtocolError('payload_too_large', `${name}: ${rule}`);
}

/**
 * The query parameters of docs/interface.md section 4.3, the only ones of the interface, with this project's
 * defaults.
 * @throws ProtocolError `invalid_request` naming the parameter
 */
export function parsePaging(query: URLSearchParams): { page: number; perPage: number } {
  return {
    page: integer(query, 'page', 1, Number.MAX_SAFE_INTEGER, PAGE_DEFAULT),
    perPage: integer(query, 'per_page', PER_PAGE_MIN, PER_PAGE_MAX, PER_PAGE_DEFAULT),
  };
}

/** The form in which email addresses are compared: trimmed, in Unicode form NFC, without case. */
export function emailKey(email: string): string {
  // A final sigma is the same letter. NFC comes last, because some small letters are one character whose capital is
  // two.
  return email.trim().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/**
 * JSON can contain numbers that a double cannot represent: 1e999 would be stored as null, and an id of 64 bits as
 * another one. After parsing, the original digits are lost.
 */
function comesBack(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value !== 'object' || value === null || Object.values(value).every(comesBack);
}

/** Code that copies a field of this name sets the prototype of the copy. */
function misleads(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(misleads);
}

function integer(query: URLSearchParams, field: string, min: number, max: number, fallback: number): number {
  const [value, ...others] = query.getAll(field);
  if (value === undefined) return fallback;
  // Choosing one of several would be a guess.
  if (others.length > 0) throw invalidField(field, 'must be given once');
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw invalidField(
    field,
    max < Number.MAX_SAFE_INTEGER
      ? `must be a whole number from ${min} to ${max}`
      : `must be a whole number, at least ${min} and at most ${max}`,
  );
}
