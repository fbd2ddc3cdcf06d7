import { isFontFamily } from '../../../protocol/css-values.ts';
import {
  defaultSettings,
  mergeSettings,
  type PublicSettings,
  publicSettings,
  type SettingsPatch,
} from '../../../protocol/settings.ts';
import type { WidgetHost } from '../widget-host.ts';
import { isUsableColour, type ThemeVariables } from './theme-sheet.ts';

type Styles = PublicSettings['styles'];

const RADIUS = { none: '0px', small: '8px', medium: '16px', large: '22px' };
const SPACE = { compact: '12px', normal: '16px', spacious: '20px' };
const FONT_SIZE = { compact: '0.875em', normal: '0.9375em', spacious: '1em' };

/**
 * The settings in use. Later layers win: the defaults of the settings table, the server's, the page's, the attributes.
 * @param onInvalid is called with the key of each value that cannot be used
 */
export function resolveSettings(
  { settingsLayers, placeholder, theme }: WidgetHost,
  onInvalid?: (key: string) => void,
): PublicSettings {
  const attributes: SettingsPatch = {
    ...(placeholder && { placeholder }),
    ...(theme && { styles: { theme } }),
  };
  let settings = defaultSettings();
  for (const layer of [...settingsLayers, attributes]) settings = mergeSettings(settings, layer);
  return publicSettings(settings, onInvalid);
}

/** Resolves when the settings have arrived or failed, and the element is rendered with them. */
export async function settingsApplied(host: WidgetHost): Promise<void> {
  if (!host.isReady)
    await new Promise(resolve => host.addEventListener('agent-chat-ready', resolve, { once: true }));
  await host.updateComplete;
}

/** Applies the `styles` of the settings to the element, and reports invalid settings once in the console. */
export class SettingsStyles {
  readonly #host: WidgetHost;
  readonly #reported = new Set<string>();

  constructor(host: WidgetHost) {
    this.#host = host;
  }

  /** @returns the current settings */
  apply(): PublicSettings {
    const invalid: string[] = [];
    const onInvalid = (key: string): void => {
      if (!this.#reported.has(key)) invalid.push(key);
      this.#reported.add(key);
    };
    const settings = resolveSettings(this.#host, onInvalid);
    const variables = toThemeVariables(settings.styles, onInvalid);
    variables['--_given-scheme'] ??= isPaintedDark(this.#host) ? 'dark' : undefined;
    this.#host.setThemeVariables(variables);
    if (invalid.length > 0)
      console.warn(`<agent-chat> uses its default for ${invalid.join(', ')}: not a valid value`);
    return settings;
  }
}

function toThemeVariables(styles: Styles, onInvalid: (key: string) => void): ThemeVariables {
  const variables: ThemeVariables = {};
  /** Without a `name` the value is only checked: the launcher applies it. */
  const read = (key: keyof Styles, parse: (value: string) => string | undefined, name?: string): void => {
    const value = styles[key];
    const parsed = value && parse(value);
    if (parsed === undefined) onInvalid(`styles.${key}`);
    if (name) variables[`--_given-${name}`] = parsed || undefined;
  };
  const colour = (value: string): string | undefined => (isUsableColour(value) ? value : undefined);
  const oneOf = (table: Record<string, string>) => (value: string) =>
    Object.hasOwn(table, value) ? table[value] : undefined;
  read('theme', oneOf({ light: 'light', dark: 'dark', auto: '' }), 'scheme');
  read('buttonColor', colour);
  read('alignment', oneOf({ left: '', right: '' }));
  read('userMessageColor', colour, 'user-bubble');
  read('agentMessageColor', colour, 'agent-bubble');
  read('font', value => (isFontFamily(value) ? value : undefined), 'font');
  read('radius', oneOf(RADIUS), 'radius');
  read('answers', oneOf({ plain: '', bubble: '' }));
  read('density', oneOf(SPACE), 'space');
  read('density', oneOf(FONT_SIZE), 'font-size');
  return variables;
}

/** Whether a page without a `color-scheme` has a dark background; `theme="auto"` then is dark too. */
function isPaintedDark(element: Element): boolean {
  if (getComputedStyle(element).colorScheme !== 'normal') return false;
  for (const painted of [document.body, document.documentElement]) {
    const colour = getComputedStyle(painted).backgroundColor;
    const [a, b, c, alpha = 1] = (colour.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number];
    if (alpha > 0.5) {
      if (/rgb/.test(colour)) return 0.2 * a + 0.7 * b + 0.1 * c < (colour.startsWith('r') ? 90 : 0.35);
      if (/^(ok)?l/.test(colour)) return a < (colour.startsWith('o') ? 0.45 : 45);
    }
  }
  return false;
}
