/** The panel's form as a person fills it in: each row of the settings table by the way its kind is used. */
import type { Locator } from 'playwright';
import type { RecordField, SettingsRow } from '../../src/protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../src/protocol/settings-table.ts';
import type { Owner } from './admin-panel.ts';

const TABS: Record<SettingsRow['group'], string> = {
  identity: 'Agent',
  ai: 'Agent',
  experience: 'Greeting',
  style: 'Appearance',
  'auto-open': 'Auto-open',
  'lead-form': 'Lead form',
  access: 'Access',
  'rate-limit': 'Access',
};

const FEATURES: Partial<Record<SettingsRow['group'], string>> = {
  'rate-limit': 'Limit how much one visitor can send',
  'auto-open': 'Open the chat automatically',
  'lead-form': 'Ask visitors for their contact details',
};

const CHOICES: Record<string, string> = {
  private: 'Private',
  dark: 'Dark',
  left: 'Left',
  large: 'Large',
  spacious: 'Spacious',
  'after-reply': 'After a reply',
  bubble: 'In bubbles',
  choice: 'Choice',
  number: 'Number',
};

/** Types these values into their fields, by key of the table, and leaves them unsaved. */
export async function fillIn({ panel, openTab }: Owner, values: Record<string, unknown>): Promise<void> {
  let open = '';
  for (const row of SETTINGS_TABLE as readonly SettingsRow[]) {
    if (!Object.hasOwn(values, row.key)) continue;
    const tab = TABS[row.group];
    if (tab !== open) await openTab(tab);
    open = tab;
    const feature = FEATURES[row.group];
    if (feature) await panel.getByRole('switch', { name: feature }).check();
    await enter(panel.getByRole('tabpanel'), row, values[row.key]);
  }
}

async function enter(panel: Locator, row: SettingsRow | RecordField, value: unknown): Promise<void> {
  const name = { name: row.label, exact: true };
  switch (row.kind) {
    case 'choice': {
      const option = { name: CHOICES[value as string]!, exact: true };
      await panel.getByRole('radiogroup', name).getByRole('radio', option).check();
      break;
    }
    case 'boolean':
      await panel.getByRole('switch', name).setChecked(value as boolean);
      break;
    case 'optional-number':
      await panel.getByRole('switch', name).setChecked(value !== null);
      if (value !== null) await panel.getByRole('textbox', name).fill(String(value));
      break;
    case 'list':
    case 'domains':
    case 'word-groups': {
      const list = panel.getByRole('group', name);
      for (let left = await list.getByRole('textbox').count(); left > 0; left--) {
        await list.getByRole('button', { name: 'Remove entry 1' }).click();
      }
      for (const [i, entry] of (value as string[]).entries()) {
        await panel.getByRole('button', { name: `Add to ${row.label}` }).click();
        await panel.getByRole('textbox', { name: `${row.label}, entry ${i + 1}` }).fill(entry);
      }
      break;
    }
    case 'records':
      for (const [i, entry] of (value as Record<string, unknown>[]).entries()) {
        await panel.getByRole('button', { name: `Add to ${row.label}` }).click();
        const frame = panel.getByRole('group', { name: `${row.label}, entry ${i + 1}` });
        for (const field of row.fields) {
          if (Object.hasOwn(entry, field.key)) await enter(frame, field, entry[field.key]);
        }
      }
      break;
    case 'font':
      await panel.getByRole('combobox', name).fill(String(value));
      break;
    default:
      await panel.getByRole('textbox', name).fill(String(value));
  }
}
