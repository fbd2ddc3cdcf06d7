import type { Lead } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { CONTACT_MAX } from '../../../protocol/limits.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';

export type LeadForm = NonNullable<PublicSettings['leadForm']>;

/** A field of the lead form. */
export interface LeadField {
  /** Unique in the form. */
  id: string;
  type: 'text' | 'email' | 'tel' | 'number' | 'date';
  autocomplete: 'name' | 'email' | 'tel' | 'off';
  label: string;
  required: boolean;
  /** Characters at most. */
  max: number;
  /** What can be chosen; undefined for a field to type in. */
  options?: readonly string[];
  /** Stores what was typed. */
  put(lead: Lead, value: string): void;
}

/** Characters that may be typed into a field of the owner's own. */
const LEAD_FIELD_MAX = 1000;
const OWN_TYPES = {
  text: 'text',
  email: 'email',
  phone: 'tel',
  number: 'number',
  date: 'date',
  choice: 'text',
} as const;
const OWN_MAX: Partial<Record<string, number>> = { email: CONTACT_MAX.email, phone: CONTACT_MAX.phonenumber };

/** Whether a form asks for anything. */
export function hasFields({ name, email, phone, fields }: LeadForm): boolean {
  return name.enabled || email.enabled || phone.enabled || fields.some(isComplete);
}

/** The fields that the owner has chosen: the three of every contact, then those of the owner. */
export function leadFields(form: LeadForm, strings: Strings): LeadField[] {
  const standard = [
    contactField('name', form.name, strings.leadName, 'text', 'name'),
    contactField('email', form.email, strings.leadEmail, 'email', 'email'),
    contactField('phonenumber', form.phone, strings.leadPhone, 'tel', 'tel'),
  ];
  return [...standard.flatMap(field => field ?? []), ...form.fields.filter(isComplete).map(ownField)];
}

function contactField(
  id: 'name' | 'email' | 'phonenumber',
  { enabled, label, required }: LeadForm['name'],
  text: string,
  type: LeadField['type'],
  autocomplete: LeadField['autocomplete'],
): LeadField | undefined {
  if (!enabled) return undefined;
  const put = (lead: Lead, value: string): void => {
    lead[id] = value;
  };
  return { id, type, autocomplete, label: label || text, required, max: CONTACT_MAX[id], put };
}

type OwnField = LeadForm['fields'][number];

/** A page sets settings without validation. */
function isComplete({ name, label, type, options }: OwnField): boolean {
  return name !== '' && label !== '' && type in OWN_TYPES && (type !== 'choice' || options.length > 0);
}

function ownField({ name, label, type, required, options }: OwnField, index: number): LeadField {
  return {
    id: `own-${index}`,
    type: OWN_TYPES[type],
    autocomplete: type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'off',
    label,
    required,
    max: OWN_MAX[type] ?? LEAD_FIELD_MAX,
    ...(type === 'choice' && { options }),
    put(lead, value) {
      lead.custom_attributes = {
        ...lead.custom_attributes,
        [name]: type === 'number' ? Number(value) : value,
      };
    },
  };
}
