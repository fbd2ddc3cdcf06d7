import { isFontFamily } from '../../../protocol/css-values.ts';
import { type GivenStyles, isUsableColour } from '../given-styles.ts';

/** Custom properties by name; undefined takes one away. */
export type GivenProperties = Record<string, string | undefined>;

const RADIUS = { none: '0px', small: '8px', medium: '16px', large: '22px' };
const SPACE = { compact: '12px', normal: '16px', spacious: '20px' };
const FONT_SIZE = { compact: '0.875em', normal: '0.9375em', spacious: '1em' };

/** What the settings say about looks, as custom properties, and the keys whose values can't be used. */
export function readStyles(styles: GivenStyles): { properties: GivenProperties; invalid: string[] } {
  const invalid: string[] = [];
  const take = (key: keyof GivenStyles, read: (value: string) => string | undefined): string | undefined => {
    const value: unknown = styles[key];
    if (value === undefined || value === null || value === '') return undefined;
    const taken = typeof value === 'string' ? read(value) : undefined;
    if (taken === undefined) invalid.push(`styles.${key}`);
    return taken;
  };
  const colour = (value: string): string | undefined => (isUsableColour(value) ? value : undefined);
  const oneOf = (table: Record<string, string>) => (value: string) =>
    Object.hasOwn(table, value) ? table[value] : undefined;
  const theme = take('theme', oneOf({ light: 'light', dark: 'dark', auto: 'auto' }));
  take('buttonColor', colour);
  take('alignment', oneOf({ left: '', right: '' }));
  const properties: GivenProperties = {
    '--_given-user-bubble': take('userMessageColor', colour),
    '--_given-agent-bubble': take('agentMessageColor', colour),
    '--_given-font': take('font', value => (isFontFamily(value) ? value : undefined)),
    '--_given-scheme': theme === 'auto' ? undefined : theme,
    '--_given-radius': take('radius', oneOf(RADIUS)),
    '--_given-space': take('density', oneOf(SPACE)),
    '--_given-font-size': take('density', oneOf(FONT_SIZE)),
  };
  return { properties, invalid: [...new Set(invalid)] };
}
