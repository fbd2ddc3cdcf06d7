import type { SettingsRow } from './settings-rows.ts';

/** The rows of `leadForm`: the form and its three fields. */
export const LEAD_FORM_ROWS = [
  {
    key: 'leadForm.title',
    group: 'lead-form',
    kind: 'text',
    max: 200,
    default: '',
    access: 'public',
    label: 'Title',
    hint: 'Shown above the form. Leave empty for the default text.',
  },
  {
    key: 'leadForm.when',
    group: 'lead-form',
    kind: 'choice',
    options: ['before', 'after-reply', 'on-request'],
    default: 'before',
    access: 'public',
    label: 'When to ask',
    hint: 'Before the first message, after the first reply, or when the visitor asks for it.',
  },
  {
    key: 'leadForm.required',
    group: 'lead-form',
    kind: 'boolean',
    default: false,
    access: 'public',
    label: 'Required',
    hint: 'If off, the visitor can skip the form.',
  },
  {
    key: 'leadForm.consent',
    group: 'lead-form',
    kind: 'text',
    max: 1000,
    default: '',
    access: 'public',
    label: 'Consent',
    hint: 'Text of a tick box for the visitor. You can use [links](https://…).',
  },
  ...leadField('name', 'Name', true),
  ...leadField('email', 'Email', true),
  ...leadField('phone', 'Phone', false),
] as const satisfies readonly SettingsRow[];

function leadField<const N extends string>(name: N, what: string, enabled: boolean) {
  return [
    {
      key: `leadForm.${name}.enabled`,
      group: 'lead-form',
      kind: 'boolean',
      default: enabled,
      access: 'public',
      label: `${what}: ask`,
      hint: 'Whether the form has this field.',
    },
    {
      key: `leadForm.${name}.label`,
      group: 'lead-form',
      kind: 'text',
      max: 100,
      default: '',
      access: 'public',
      label: `${what}: label`,
      hint: 'Label of the field. Leave empty for the default text.',
    },
    {
      key: `leadForm.${name}.required`,
      group: 'lead-form',
      kind: 'boolean',
      default: false,
      access: 'public',
      label: `${what}: required`,
      hint: 'The form cannot be sent without it.',
    },
  ] as const;
}
