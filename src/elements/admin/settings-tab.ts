import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings, FeatureKey, TabName } from '../../locales/admin/strings.ts';
import type { SettingsGroup } from '../../protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import type { Draft } from './draft.ts';
import type { FieldOptions } from './fields/field.ts';
import { renderRow } from './fields/render-row.ts';
import type { RefusedSetting } from './refused-setting.ts';
import { featureOf, valueAt } from './setting-changes.ts';

/** Which groups of the settings table a tab shows. */
export const TAB_GROUPS: Partial<Record<TabName, readonly SettingsGroup[]>> = {
  agent: ['identity', 'ai'],
  conversation: ['experience'],
  look: ['style'],
  opening: ['auto-open'],
  leads: ['lead-form'],
  access: ['access', 'rate-limit'],
};

/** What a feature begins with that would do nothing by its defaults: opening by itself has no occasion then. */
const AT_FIRST: Partial<Record<FeatureKey, object>> = { autoOpen: { delay: 10 } };

export interface SettingsTabOptions {
  groups: readonly SettingsGroup[];
  draft: Draft;
  strings: AdminStrings;
  refused: RefusedSetting | undefined;
  edit: (key: string, value: unknown) => void;
  settle: () => void;
}

/** The form of some groups, each row by its kind. A feature that can be off as a whole has one switch on top. */
export function renderSettingsTab(options: SettingsTabOptions): TemplateResult {
  return html`${options.groups.map(group => renderGroup(group, options))}`;
}

function renderGroup(group: SettingsGroup, options: SettingsTabOptions): TemplateResult {
  const { draft, strings, refused, edit, settle } = options;
  const rows = SETTINGS_TABLE.filter(row => row.group === group);
  const feature = featureOf(rows[0]!.key) as FeatureKey | undefined;
  const shown = rows.flatMap(row => {
    const value = valueAt(draft.typed, row.key);
    if (value === undefined) return [];
    const against = refused?.key === row.key ? refused : undefined;
    return [{ row, value, saved: valueAt(draft.saved, row.key), against, strings, edit, settle }];
  });
  return html`<section class="group" aria-labelledby="group-${group}">
    <h3 id="group-${group}">${strings.groups[group]}</h3>
    ${feature ? renderFeature(feature, options) : ''} ${renderRows(shown)}
  </section>`;
}

/** Rows of one thing inside a feature, a field of the lead form for one, stand together. */
function renderRows(rows: readonly FieldOptions[]): unknown[] {
  const thingOf = (options: FieldOptions | undefined): string =>
    options?.row.key.match(/^\w+\.\w+(?=\.)/)?.[0] ?? '';
  return rows.map((options, i) => {
    const thing = thingOf(options);
    if (thing === '') return renderRow(options);
    if (thing === thingOf(rows[i - 1])) return nothing;
    const together = rows.filter(other => thingOf(other) === thing);
    const isSwitch = ({ row }: FieldOptions): boolean => row.kind === 'boolean';
    // Both switches in one line, the text below them.
    return html`<div class="thing">
      ${together.filter(isSwitch).map(renderRow)} ${together.filter(other => !isSwitch(other)).map(renderRow)}
    </div>`;
  });
}

function renderFeature(
  feature: FeatureKey,
  { draft, strings, edit, settle }: SettingsTabOptions,
): TemplateResult {
  const on = valueAt(draft.settings, feature) !== null;
  const changed = (valueAt(draft.saved, feature) !== null) !== on;
  return html`<div class="feature" ?data-changed=${changed}>
    <input
      id="feature-${feature}"
      type="checkbox"
      role="switch"
      .checked=${on}
      @change=${(event: Event) => {
        settle();
        const { checked } = event.target as HTMLInputElement;
        // What was set before is found again, typed or saved.
        edit(feature, checked ? (draft.before(feature) ?? AT_FIRST[feature] ?? {}) : null);
        settle();
      }}
    />
    <label for="feature-${feature}">${strings.features[feature]}</label>
  </div>`;
}

/** The tab that shows a key of the settings, to lead to a fault. */
export function tabOfKey(key: string): TabName {
  const group = SETTINGS_TABLE.find(row => row.key === key || row.key.startsWith(`${key}.`))?.group;
  const found = Object.entries(TAB_GROUPS).find(([, groups]) => groups.some(name => name === group));
  return (found?.[0] ?? 'agent') as TabName;
}
