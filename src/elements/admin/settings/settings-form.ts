import { html, nothing, type TemplateResult } from 'lit';
import type { FeatureKey } from '../../../locales/admin/strings.ts';
import type { SettingsGroup } from '../../../protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import { countCharacters } from '../../../protocol/text.ts';
import type { RefusedSetting } from '../session/session.ts';
import { featureOf, valueAt } from '../session/setting-changes.ts';
import { renderChoice, renderSwitch } from './choice-field.ts';
import { renderColour } from './colour-field.ts';
import { type FieldOptions, renderField } from './field.ts';
import { renderList } from './list-field.ts';
import { type ModelStateOptions, renderModel } from './model-state.ts';
import { renderNumber, renderOptionalNumber } from './number-field.ts';
import { renderRecords } from './records-field.ts';
import { valueText } from './setting-text.ts';
import { renderFont, renderLongText, renderText } from './text-field.ts';

/** Initial values of features whose defaults do nothing: `autoOpen` has no trigger by default. */
const INITIAL_VALUES: Partial<Record<FeatureKey, object>> = { autoOpen: { delay: 10 } };

export interface SettingsFormOptions extends ModelStateOptions {
  groups: readonly SettingsGroup[];
  refused: RefusedSetting | undefined;
}

/** The fields of some groups of the settings table. A feature that can be off has a switch on top. */
export function renderSettingsForm(options: SettingsFormOptions): TemplateResult {
  const { groups } = options;
  return html`${groups.map(group => renderGroup(group, options))}`;
}

function renderGroup(group: SettingsGroup, options: SettingsFormOptions): TemplateResult {
  const { draft, strings, refused, edit, commit } = options;
  const rows = SETTINGS_TABLE.filter(row => row.group === group);
  const feature = featureOf(rows[0]!.key) as FeatureKey | undefined;
  const buttonColour = draft.typed.styles.buttonColor;
  const shown = rows.flatMap(row => {
    const value = valueAt(draft.typed, row.key);
    if (value === undefined) return [];
    const refusal = refused?.key === row.key ? refused : undefined;
    const saved = valueAt(draft.saved, row.key);
    return [{ row, value, saved, refused: refusal, strings, buttonColour, edit, commit }];
  });
  return html`<section class="group" aria-labelledby="group-${group}">
    <h3 id="group-${group}">${strings.groups[group]}</h3>
    ${group === 'ai' ? renderModel(options) : nothing}
    ${feature ? renderFeature(feature, options) : ''} ${renderRows(shown)}
  </section>`;
}

/** Renders rows of one object inside a feature together, such as a field of the lead form. */
function renderRows(rows: readonly FieldOptions[]): unknown[] {
  const objectOf = (options: FieldOptions | undefined): string =>
    options?.row.key.match(/^\w+\.\w+(?=\.)/)?.[0] ?? '';
  return rows.map((options, i) => {
    const object = objectOf(options);
    if (object === '') return renderRow(options);
    if (object === objectOf(rows[i - 1])) return nothing;
    const members = rows.filter(other => objectOf(other) === object);
    const isSwitch = ({ row }: FieldOptions): boolean => row.kind === 'boolean';
    // The switches share a line, above the text.
    return html`<div class="thing">
      ${members.filter(isSwitch).map(renderRow)} ${members.filter(other => !isSwitch(other)).map(renderRow)}
    </div>`;
  });
}

function renderFeature(
  feature: FeatureKey,
  { draft, strings, edit, commit }: SettingsFormOptions,
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
        commit();
        const { checked } = event.target as HTMLInputElement;
        edit(feature, checked ? (draft.lastValue(feature) ?? INITIAL_VALUES[feature] ?? {}) : null);
        commit();
      }}
    />
    <label for="feature-${feature}">${strings.features[feature]}</label>
  </div>`;
}

/** Renders a field by the kind of its row; no row has a renderer of its own. */
export function renderRow(options: FieldOptions): TemplateResult {
  const { row, value, strings } = options;
  const { form } = strings;
  const withDefault = (limit: string): string =>
    row.default === '' || row.default === null
      ? limit
      : `${limit} · ${form.defaultIs(valueText(row.default, strings))}`;
  switch (row.kind) {
    case 'text':
    case 'long-text': {
      const draw = row.kind === 'text' ? renderText : renderLongText;
      return renderField(
        options,
        draw,
        withDefault(form.characters(countCharacters(String(value)), row.max)),
        false,
      );
    }
    case 'font':
      return renderField(options, renderFont, '', false);
    case 'colour':
      return renderField(options, field => renderColour(row, field), '', false);
    case 'choice':
      return renderField(options, field => renderChoice(row, field), '', true);
    case 'boolean':
      return renderField(options, renderSwitch, '', false);
    case 'number':
    case 'integer': {
      return renderField(
        options,
        field => renderNumber(row, field),
        withDefault(form.range(row.min, row.max)),
        false,
      );
    }
    case 'optional-number': {
      const limit = withDefault(form.range(row.min, row.max));
      return renderField(options, field => renderOptionalNumber(row, field), limit, value === null);
    }
    case 'list':
    case 'domains':
    case 'word-groups':
      return renderField(
        options,
        field => renderList(row, field),
        `${form.entries((value as readonly string[]).length, row.maxItems)} · ${form.each(row.max)}`,
        true,
      );
    case 'records':
      return renderField(
        options,
        field => renderRecords(row, field, renderRow),
        form.entries((value as readonly unknown[]).length, row.maxItems),
        true,
      );
  }
}
