import { allowedDomainFault, parseAllowedDomain } from './allowed-domain.ts';
import { isColour, isWellQuotedFontFamily } from './css-values.ts';
import { invalidField } from './errors.ts';
import { isTree, type SettingsPatch } from './settings.ts';
import type { RecordField, RecordsRow, SettingsRow, WordGroupsRow } from './settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from './settings-table.ts';
import { countCharacters, isBlank, storable, wordGroup } from './text.ts';

/** Fields of a request that changes settings: twice as many as all settings with their groups and entries have. */
export const SETTINGS_FIELDS_MAX =
  2 *
  SETTINGS_TABLE.reduce(
    (sum, row) =>
      sum + row.key.split('.').length + (row.kind === 'records' ? row.maxItems * row.fields.length : 0),
    0,
  );

const ROWS: ReadonlyMap<string, SettingsRow> = new Map(SETTINGS_TABLE.map(row => [row.key, row]));
const NULLABLE: ReadonlySet<string> = new Set(NULLABLE_OBJECTS);
const OBJECTS: ReadonlySet<string> = new Set(
  SETTINGS_TABLE.flatMap(({ key }) => key.split('.').map((_, i, path) => path.slice(0, i).join('.'))).filter(
    key => key !== '',
  ),
);

/**
 * Validates a patch of settings, docs/interface.md section 4.4, without `chatbotId`.
 * @param root the name of the whole patch in errors
 * @throws ProtocolError `invalid_request` naming the first field that is unknown or wrong, with its limit.
 */
export function parseSettingsPatch(value: unknown, root = 'body'): SettingsPatch {
  if (!isTree(value)) throw invalidField(root, 'must be an object');
  return readObject(value, '') as SettingsPatch;
}

/**
 * The body of docs/interface.md section 4.4: the agent to change, and the fields as they came, for `parseSettingsPatch`.
 * @throws ProtocolError `invalid_request`
 */
export function readSettingsUpdate(body: unknown): { chatbotId: string; fields: Record<string, unknown> } {
  if (!isTree(body)) throw invalidField('body', 'must be an object');
  const { chatbotId, ...fields } = body;
  if (typeof chatbotId !== 'string') throw invalidField('chatbotId', 'must be a string');
  return { chatbotId, fields };
}

/** The field `settings` of a draft chat, which may be left out. @throws ProtocolError `invalid_request` */
export function parseDraftSettings(body: unknown): SettingsPatch {
  return parseSettingsPatch((isTree(body) ? body.settings : undefined) ?? {}, 'settings');
}

/** The rule a value breaks, in words; undefined for a valid value. The admin form calls this at each keystroke. */
export function settingFault(row: SettingsRow | RecordField, value: unknown): string | undefined {
  switch (row.kind) {
    case 'choice':
      return row.options.includes(value as string) ? undefined : `must be one of ${row.options.join(', ')}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'number':
    case 'integer':
    case 'optional-number':
      return numberFault(row, value);
    case 'list':
    case 'domains':
    case 'word-groups':
      return listFault(row, value);
    case 'records':
      return recordsFault(row, value);
    default:
      return textFault(row, value);
  }
}

function readObject(value: Record<string, unknown>, prefix: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const key = prefix + name;
    const row = ROWS.get(key);
    // Rows are named by paths. A field whose name is itself a path would never be read.
    if (name.includes('.') || !(row || OBJECTS.has(key))) throw invalidField(key, 'is not a setting');
    if (row) {
      const read = row.kind === 'records' ? completeRecords(row, inner) : clean(inner);
      const fault = settingFault(row, read);
      if (fault) throw invalidField(key, fault);
      result[name] = read;
    } else if (inner === null && NULLABLE.has(key)) {
      result[name] = null;
    } else if (isTree(inner)) {
      result[name] = readObject(inner, `${key}.`);
    } else {
      throw invalidField(key, NULLABLE.has(key) ? 'must be an object or null' : 'must be an object');
    }
  }
  return result;
}

/** The value to store. A blank text becomes empty, so that the default text is shown. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return isBlank(value) ? '' : storable(value);
  return Array.isArray(value) ? value.map(clean) : value;
}

function textFault(
  row: Extract<SettingsRow | RecordField, { max: number; default: string }>,
  value: unknown,
): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  const min = row.min ?? 0;
  const length = countCharacters(value);
  if (length < min || length > row.max || (min > 0 && isBlank(value))) {
    return min > 0 ? `must have ${min} to ${row.max} characters` : `must have at most ${row.max} characters`;
  }
  if (value === '') return undefined;
  if (row.kind === 'colour' && !isColour(value)) return 'must be a CSS colour, for instance #0b57d0';
  if (row.kind === 'font' && !isWellQuotedFontFamily(value))
    return 'must be a font family, for instance "Exo 2", Georgia, serif';
  return undefined;
}

function numberFault(
  row: Extract<SettingsRow, { kind: 'number' | 'integer' | 'optional-number' }>,
  value: unknown,
): string | undefined {
  if (value === null && row.kind === 'optional-number') return undefined;
  const whole = row.kind === 'integer';
  const fits =
    typeof value === 'number' && value >= row.min && value <= row.max && (!whole || Number.isInteger(value));
  if (fits) return undefined;
  const orNull = row.kind === 'optional-number' ? ', or null' : '';
  return `must be a ${whole ? 'whole ' : ''}number from ${row.min} to ${row.max}${orNull}`;
}

function listFault(
  row: Extract<SettingsRow | RecordField, { kind: 'list' | 'domains' | 'word-groups' }>,
  value: unknown,
): string | undefined {
  const least = 'minItems' in row ? (row.minItems ?? 0) : 0;
  if (!Array.isArray(value) || value.length > row.maxItems || value.length < least)
    return `must be a list of ${least > 0 ? `${least} to` : 'at most'} ${row.maxItems} entries`;
  for (const [i, entry] of value.entries()) {
    if (typeof entry !== 'string') return `entry ${i + 1} must be a string`;
    if (isBlank(entry) || countCharacters(entry) > row.max) {
      return `entry ${i + 1} must have 1 to ${row.max} characters`;
    }
    if (row.kind === 'domains' && !parseAllowedDomain(entry)) {
      return `entry ${i + 1} ${allowedDomainFault(entry)}`;
    }
    if (row.kind === 'word-groups' && !hasWordsOf(row, entry)) {
      return `entry ${i + 1} must have ${row.minWords} to ${row.maxWords} words or phrases with commas between them`;
    }
  }
  return undefined;
}

/** Entries with all their fields, those that were left out with their defaults. Other values stay as they are. */
function completeRecords({ fields }: RecordsRow, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const defaults = Object.fromEntries(fields.map(field => [field.key, field.default]));
  return value.map(entry => {
    if (!isTree(entry)) return entry;
    return {
      ...defaults,
      ...Object.fromEntries(Object.entries(entry).map(([key, each]) => [key, clean(each)])),
    };
  });
}

function recordsFault(row: RecordsRow, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > row.maxItems)
    return `must be a list of at most ${row.maxItems} entries`;
  const taken = new Set<string>();
  for (const [i, entry] of value.entries()) {
    const fault = isTree(entry) ? recordFault(row, entry, taken) : 'must be an object';
    if (fault) return `entry ${i + 1}${isTree(entry) ? ', ' : ' '}${fault}`;
  }
  return undefined;
}

/** The rule that an entry breaks, with the name of its field. Adds its unique text to `taken`. */
export function recordFault(
  { fields, unique, only }: RecordsRow,
  entry: Record<string, unknown>,
  taken: Set<string> = new Set(),
): string | undefined {
  const unknown = Object.keys(entry).find(key => !fields.some(field => field.key === key));
  if (unknown !== undefined) return `${unknown.slice(0, 64)}: is not a known field`;
  for (const field of fields) {
    const fault = settingFault(field as RecordField, entry[field.key]);
    if (fault) return `${field.key}: ${fault}`;
  }
  if (unique) {
    const text = String(entry[unique]).trim().toLowerCase();
    if (text === '__proto__') return `${unique}: must not be __proto__`;
    if (taken.has(text)) return `${unique}: must differ from that of every other entry`;
    taken.add(text);
  }
  if (only && entry[only.if] === only.is && (entry[only.field] as unknown[]).length === 0)
    return `${only.field}: must have entries if ${only.if} is ${only.is}`;
  return undefined;
}

/** Whether an entry of word groups has as many words or phrases as its row allows. */
export function hasWordsOf({ minWords, maxWords }: WordGroupsRow, entry: string): boolean {
  const { length } = wordGroup(entry);
  return length >= minWords && length <= maxWords;
}
