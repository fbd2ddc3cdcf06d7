import { settingFault } from '../../protocol/settings-patch.ts';
import type { RecordField, SettingsRow } from '../../protocol/settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../protocol/settings-table.ts';

/** A schema of JSON Schema 2020-12: keywords and their values. */
export type JsonSchema = { [keyword: string]: unknown };

/** The body of docs/interface.md section 4.4 as JSON Schema. */
export function settingsPatchSchema(): JsonSchema {
  const root = settingsSchema();
  root.properties.chatbotId = { type: 'string', description: 'The agent to change.' };
  return { ...root, required: ['chatbotId'] };
}

/** Any subset of the settings, made from the settings table. */
export function settingsSchema(): Node {
  const root = node();
  for (const row of SETTINGS_TABLE as readonly SettingsRow[]) {
    const path = row.key.split('.');
    const last = path.pop()!;
    let at = root;
    for (const [i, step] of path.entries()) {
      const nullable = i === 0 && (NULLABLE_OBJECTS as readonly string[]).includes(step);
      at.properties[step] ??= node(nullable);
      at = at.properties[step] as Node;
    }
    at.properties[last] = rowSchema(row);
  }
  return root;
}

interface Node extends JsonSchema {
  properties: Record<string, JsonSchema>;
}

function node(nullable = false): Node {
  return { type: nullable ? ['object', 'null'] : 'object', properties: {}, additionalProperties: false };
}

function rowSchema(row: SettingsRow | RecordField): JsonSchema {
  const described = { description: row.hint ? `${row.label}. ${row.hint}` : row.label };
  switch (row.kind) {
    case 'choice':
      return { type: 'string', enum: [...row.options], ...described };
    case 'boolean':
      return { type: 'boolean', ...described };
    case 'number':
    case 'integer':
      return { type: row.kind, minimum: row.min, maximum: row.max, ...described };
    case 'optional-number':
      return { type: ['number', 'null'], minimum: row.min, maximum: row.max, ...described };
    case 'list':
    case 'domains':
    case 'word-groups':
      return {
        type: 'array',
        ...('minItems' in row && { minItems: row.minItems }),
        maxItems: row.maxItems,
        items: { type: 'string', minLength: 1, maxLength: row.max },
        ...described,
      };
    case 'records': {
      const properties = Object.fromEntries(row.fields.map(field => [field.key, rowSchema(field)]));
      const required = row.fields.filter(needed).map(({ key }) => key);
      const items = { type: 'object', properties, required, additionalProperties: false };
      return { type: 'array', maxItems: row.maxItems, items, ...described };
    }
    default:
      return { type: 'string', minLength: row.min ?? 0, maxLength: row.max, ...described };
  }
}

/** Whether an entry without this field is refused. */
function needed(field: RecordField): boolean {
  return settingFault(field, field.default) !== undefined;
}
