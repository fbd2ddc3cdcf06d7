import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import {
  defaultSettings,
  mergeSettings,
  publicSettings,
  type SettingsPatch,
} from '../../../src/protocol/settings.ts';
import {
  parseSettingsPatch,
  SETTINGS_FIELDS_MAX,
  settingFault,
} from '../../../src/protocol/settings-patch.ts';
import type { RecordsRow, SettingsRow } from '../../../src/protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../../src/protocol/settings-table.ts';

test('a request with all settings is below the limit on fields', () => {
  const paths = SETTINGS_TABLE.flatMap(({ key }) =>
    key.split('.').map((_, i, all) => all.slice(0, i + 1).join('.')),
  );
  const inEntries = SETTINGS_TABLE.map(row =>
    row.kind === 'records' ? row.maxItems * row.fields.length : 0,
  ).reduce((sum, count) => sum + count, 0);
  assert.ok(inEntries > 0);
  assert.ok(new Set(paths).size + inEntries + 1 < SETTINGS_FIELDS_MAX);
  assert.ok(SETTINGS_FIELDS_MAX < 1000, 'a body with many more is refused early');
});

test('the defaults are valid', () => {
  assert.deepEqual(parseSettingsPatch(defaultSettings()), defaultSettings());
});

test('a patch changes only what it contains', () => {
  const before = mergeSettings(defaultSettings(), {
    suggestedQueries: ['One', 'Two'],
    styles: { buttonColor: '#123456', radius: 'large' },
    leadForm: { email: { required: true } },
  });
  const after = mergeSettings(before, {
    suggestedQueries: ['Three'],
    styles: { buttonColor: 'rebeccapurple' },
    leadForm: null,
  });
  assert.deepEqual(after.suggestedQueries, ['Three'], 'lists replace');
  assert.equal(after.styles.buttonColor, 'rebeccapurple');
  assert.equal(after.styles.radius, 'large', 'objects merge');
  assert.equal(after.leadForm, null, 'null replaces');
  assert.equal(before.leadForm?.email.required, true, 'the settings before stay as they were');
});

test('an object that was off starts with its defaults', () => {
  const { rateLimit } = mergeSettings(defaultSettings(), { rateLimit: { messages: 3 } });
  assert.deepEqual(rateLimit, { messages: 3, seconds: 60, message: '' });
});

test('visitors never get private settings', () => {
  const settings = mergeSettings(defaultSettings(), {
    instructions: 'be kind',
    model: 'm',
    leadForm: {},
    autoOpen: { delay: 1 },
  });
  const visible = publicSettings(settings);
  for (const row of SETTINGS_TABLE) {
    const value = row.key
      .split('.')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], visible);
    assert.equal(value === undefined, row.access === 'private', row.key);
  }
});

test('a setting of the wrong type from a page is reported by its key, and its default applies', () => {
  const given = {
    name: null,
    initialMessages: 'Hi',
    suggestedQueries: ['ok', 5],
    placeholder: {},
    styles: null,
    leadForm: true,
    autoOpen: { delay: '3', exitIntent: 'yes', perWeek: 2 },
  } as unknown as SettingsPatch;
  const odd: string[] = [];
  const visible = publicSettings(mergeSettings(defaultSettings(), given), key => odd.push(key));
  const { autoOpen: _, ...rest } = publicSettings(defaultSettings());
  const { autoOpen, ...others } = visible;
  assert.deepEqual(others, rest);
  assert.equal(autoOpen?.perWeek, 2);
  assert.deepEqual([autoOpen?.delay, autoOpen?.exitIntent], [null, false]);
  for (const key of ['name', 'initialMessages', 'suggestedQueries', 'placeholder', 'autoOpen.delay']) {
    assert.ok(odd.includes(key), key);
  }
  assert.equal(odd.filter(key => /^(?:rateLimit|visibility|allowedDomains)/.test(key)).length, 0);
});

/** An entry that has as much as it may in each field, and entries with one field beyond its limits, missing or unknown. */
function entriesOf(row: RecordsRow): [Record<string, unknown>, ...Record<string, unknown>[]] {
  const fits: Record<string, unknown> = {};
  const faulty: [string, unknown][] = [['colour', 'red']];
  for (const field of row.fields) {
    const limits = limitsOf(field as SettingsRow);
    fits[field.key] = limits.fits.at(-1);
    faulty.push(...limits.breaks.map((value): [string, unknown] => [field.key, value]), [
      field.key,
      undefined,
    ]);
  }
  return [fits, ...faulty.map(([key, value]) => ({ ...fits, [key]: value }))];
}

/** The least and the most that a row takes, and what is just beyond. */
function limitsOf(row: SettingsRow): { fits: unknown[]; breaks: unknown[] } {
  switch (row.kind) {
    case 'boolean':
      return { fits: [true, false], breaks: ['true', 0, null] };
    case 'choice':
      return { fits: [...row.options], breaks: ['', null] };
    case 'number':
    case 'integer':
      return { fits: [row.min, row.max], breaks: [row.min - 1, row.max + 1, `${row.max}`, null] };
    case 'optional-number':
      return { fits: [row.min, row.max, null], breaks: [row.min - 1, row.max + 1] };
    case 'list':
    case 'domains': {
      const most = `${'a.'.repeat(row.max / 2 - 1)}de`;
      const breaks = [Array(row.maxItems + 1).fill('a.de'), [`${most}x`], [' '], most];
      return { fits: [[], Array(row.maxItems).fill('a.de'), [most]], breaks };
    }
    case 'word-groups': {
      const most = `a, ${'b'.repeat(row.max - 3)}`;
      const words = (count: number) => [Array(count).fill('a').join()];
      const breaks = [Array(row.maxItems + 1).fill('a, b'), [`${most}b`], [' '], 'a, b', words(1), words(11)];
      return { fits: [[], Array(row.maxItems).fill('a, b'), [most], words(10), ['訂閱、方案']], breaks };
    }
    case 'colour':
      return { fits: ['', 'red'], breaks: ['reddish', null] };
    case 'records': {
      const [entry, ...wrong] = entriesOf(row);
      const others = Array.from({ length: row.maxItems + 1 }, (_, i) =>
        row.unique ? { ...entry, [row.unique]: `${i}` } : { ...entry },
      );
      const breaks = [others, [entry, null], ['text'], {}, null, ...wrong.map(each => [each])];
      return {
        fits: [[], others.slice(1), [entry]],
        breaks: row.unique ? [...breaks, [entry, entry]] : breaks,
      };
    }
    default: {
      const least = 'a'.repeat(row.min ?? 0);
      const most = 'a'.repeat(row.max);
      return { fits: [least, most], breaks: [`${most}a`, null, ...(least ? ['', ' '] : [])] };
    }
  }
}

test('every setting accepts its smallest and largest value, and nothing beyond', () => {
  for (const row of SETTINGS_TABLE) {
    const { fits, breaks } = limitsOf(row);
    for (const value of fits) assert.equal(settingFault(row, value), undefined, `${row.key}: ${value}`);
    for (const value of breaks) assert.ok(settingFault(row, value), `${row.key}: ${value}`);
  }
});

test('the error names every invalid setting, with its limit', () => {
  const field = { name: 'order', label: 'Order' };
  const fields = (...entries: unknown[]) => ({ leadForm: { fields: entries } });
  const wrong: [unknown, RegExp][] = [
    [fields({ ...field, name: '' }), /leadForm\.fields: entry 1, name: must have 1 to 64 characters/],
    [fields(field, { ...field, name: 'ORDER' }), /entry 2, name: must differ from that of every other entry/],
    [fields({ ...field, type: 'colour' }), /entry 1, type: must be one of text, email/],
    [fields({ ...field, type: 'choice' }), /entry 1, options: must have entries if type is choice/],
    [fields({ ...field, name: '__proto__' }), /entry 1, name: must not be __proto__/],
    [fields({ ...field, size: 3 }), /entry 1, size: is not a known field/],
    [fields('text'), /entry 1 must be an object/],
    [
      { pageGreetings: [{ urlPattern: '/a' }] },
      /pageGreetings: entry 1, messages: must be a list of 1 to 10 entries/,
    ],
    ['text', /body/],
    [{ colour: 'red' }, /colour: is not a setting/],
    [{ name: '' }, /name: must have 1 to 100 characters/],
    [{ name: null }, /name/],
    [{ instructions: 'x'.repeat(20_001) }, /instructions.*20000/],
    [{ initialMessages: Array(11).fill('hi') }, /initialMessages.*10/],
    [{ suggestedQueries: ['ok', ''] }, /suggestedQueries: entry 2.*200/],
    [{ synonyms: ['plan, subscription', 'plan'] }, /synonyms: entry 2 must have 2 to 10 words or phrases/],
    [{ synonyms: Array(201).fill('a, b') }, /synonyms: must be a list of at most 200 entries/],
    [{ visibility: 'secret' }, /visibility.*public, private/],
    [{ allowedDomains: ['https://shop.example/path'] }, /allowedDomains: entry 1/],
    [{ rateLimit: { messages: 0 } }, /rateLimit\.messages.*1 to 10000/],
    [{ rateLimit: { messages: 1.5 } }, /rateLimit\.messages/],
    [{ temp: 1.01 }, /temp.*0 to 1/],
    [{ temp: Number.NaN }, /temp/],
    [{ styles: null }, /styles/],
    [{ styles: { buttonColor: 'red;}*{display:none}' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'url(//evil.example)' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'var(--x)' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'light-dark(red, url(x))' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'color-mix(in srgb, red, var(--x))' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'rgb(1 2 3) rgb(1 2 3)' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'rgb(1 2 3))' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'calc(1)' } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: `rgb(${'('.repeat(100_000)}` } }, /styles\.buttonColor/],
    [{ styles: { buttonColor: 'currentColor' } }, /styles\.buttonColor/],
    [{ styles: { font: 'x; } * { display: none' } }, /styles\.font/],
    [{ styles: { font: '5px' } }, /styles\.font/],
    [{ styles: { font: 'Source Sans 3, sans-serif' } }, /styles\.font.*"Exo 2"/],
    [{ styles: { font: '-, serif' } }, /styles\.font/],
    [{ styles: { font: `${'a '.repeat(50_000)}!` } }, /styles\.font/],
    [{ styles: { font: `${'a, '.repeat(60)}!` } }, /styles\.font/],
    [{ styles: { font: 'Georgia, , serif' } }, /styles\.font/],
    [{ autoOpen: { delay: 3601 } }, /autoOpen\.delay.*3600/],
    [{ leadForm: { name: true } }, /leadForm\.name/],
    [JSON.parse('{"__proto__": {"polluted": true}}'), /__proto__/],
    [{ constructor: { prototype: {} } }, /constructor/],
    // The documents write the names of fields inside objects so; a patch has objects.
    [{ 'styles.theme': 'dark' }, /styles\.theme: is not a setting/],
    [{ 'leadForm.name': { enabled: true } }, /leadForm\.name: is not a setting/],
    [{ leadForm: { 'name.enabled': true } }, /leadForm\.name\.enabled: is not a setting/],
  ];
  for (const [patch, message] of wrong) {
    assert.throws(
      () => parseSettingsPatch(patch),
      (error: unknown) =>
        error instanceof ProtocolError && error.status === 400 && message.test(error.message),
      JSON.stringify(patch)?.slice(0, 80),
    );
  }
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('any CSS colour is stored as given', () => {
  for (const buttonColor of [
    '#abc',
    '#ABCDEF80',
    'Tomato',
    'rgb(1 2 3 / 50%)',
    'oklch(70% 0.1 200)',
    'hsl(200,50%,40%)',
    'hsl(0.5turn 50 50)',
    'color(display-p3 1 0 0 / 0.5)',
    'color-mix(in oklch longer hue, rgb(1 2 3) 20%, #fff)',
    'light-dark(#fff, black)',
    'rgb(from #abc r g b / 50%)',
    'rgb(calc(1 + 2) 0 min(3, 4 * 5))',
    'CanvasText',
  ]) {
    assert.deepEqual(parseSettingsPatch({ styles: { buttonColor } }), { styles: { buttonColor } });
  }
});

test('any list of fonts is stored as given, a name with a digit in quotes', () => {
  for (const font of [
    'system-ui, sans-serif',
    'Helvetica Neue,Arial',
    '"Source Sans 3", sans-serif',
    "'Exo 2'",
    'Inter4, -apple-system',
    'Noto Sans 日本語',
  ]) {
    assert.deepEqual(parseSettingsPatch({ styles: { font } }), { styles: { font } });
  }
});

test('a blank text is saved as empty: visitors see the default text, or no question', () => {
  const blank = {
    placeholder: ' ',
    rateLimit: { message: '\u200b' },
    leadForm: { title: '\n', consent: ' \t', email: { label: '\u00a0' } },
    styles: { font: ' ' },
  };
  assert.deepEqual(parseSettingsPatch(blank), {
    placeholder: '',
    rateLimit: { message: '' },
    leadForm: { title: '', consent: '', email: { label: '' } },
    styles: { font: '' },
  });
  assert.throws(() => parseSettingsPatch({ name: ' ' }), /name: must have 1 to 100 characters/);
});

test('a text that a page leaves blank does not count: its default is used, and a list omits it', () => {
  const odd: string[] = [];
  const blank = {
    name: ' \n',
    initialMessages: ['', 'Hello', '  '],
    suggestedQueries: [' '],
    placeholder: ' ',
  };
  const settings = publicSettings(mergeSettings(defaultSettings(), blank), key => odd.push(key));
  assert.equal(settings.name, 'Assistant');
  assert.deepEqual(settings.initialMessages, ['Hello']);
  assert.deepEqual(settings.suggestedQueries, []);
  assert.equal(settings.placeholder, ' ', 'it has no words by default either');
  assert.deepEqual(odd, ['name']);
});

test('a new agent limits the messages of one address, and all other groups are off', () => {
  const { rateLimit, autoOpen, leadForm } = defaultSettings();
  assert.deepEqual(rateLimit, { messages: 20, seconds: 60, message: '' });
  assert.deepEqual([autoOpen, leadForm], [null, null]);
});

test('an entry of several fields is completed with the defaults of those that were left out', () => {
  const patch = parseSettingsPatch({ leadForm: { fields: [{ name: 'order', label: ' Order ' }] } });
  const whole = { name: 'order', label: ' Order ', type: 'text', required: false, options: [] };
  assert.deepEqual(patch.leadForm?.fields, [whole]);
  assert.deepEqual(publicSettings(mergeSettings(defaultSettings(), patch)).leadForm?.fields, [whole]);
});

test('a page’s entries of several fields have each field in its own type', () => {
  const odd: string[] = [];
  const settings = mergeSettings(defaultSettings(), {
    pageGreetings: [{ urlPattern: '/a', messages: 'Hello', queries: [' ', 'Why?'], more: 1 }, 'text'],
  } as unknown as SettingsPatch);
  assert.deepEqual(publicSettings(settings, key => odd.push(key)).pageGreetings, []);
  assert.deepEqual(odd, ['pageGreetings']);
  settings.pageGreetings = settings.pageGreetings.slice(0, 1);
  const [entry] = publicSettings(settings, key => odd.push(key)).pageGreetings;
  assert.deepEqual(entry, { urlPattern: '/a', messages: [], queries: ['Why?'] });
  assert.deepEqual(odd, ['pageGreetings', 'pageGreetings[].messages']);
});
