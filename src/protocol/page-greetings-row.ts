import type { SettingsRow } from './settings-rows.ts';

/** Initial messages and suggested questions of single pages. */
export const PAGE_GREETINGS_ROW = {
  key: 'pageGreetings',
  group: 'experience',
  kind: 'records',
  maxItems: 20,
  fields: [
    {
      key: 'urlPattern',
      kind: 'text',
      min: 1,
      max: 500,
      default: '',
      label: 'Pages',
      hint: 'Addresses that match, such as /pricing*.',
    },
    {
      key: 'messages',
      kind: 'list',
      minItems: 1,
      maxItems: 10,
      max: 1000,
      default: [],
      label: 'Messages',
      hint: 'What the agent says first there.',
    },
    {
      key: 'queries',
      kind: 'list',
      maxItems: 10,
      max: 200,
      default: [],
      label: 'Suggested questions',
      hint: 'Leave empty for those of all pages.',
    },
  ],
  default: [],
  access: 'public',
  label: 'Greetings by page',
  hint: 'Other initial messages on some pages. The first entry that matches is used.',
} as const satisfies SettingsRow;
