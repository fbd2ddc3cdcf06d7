import { isFontFamily } from '../../../protocol/css-values.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';
import { type CustomProperties, isUsableColour } from '../given-styles.ts';

type Styles = PublicSettings['styles'];

const RADIUS = { none: '0px', small: '8px', medium: '16px', large: '22px' };
const SPACE = { compact: '12px', normal: '16px', spacious: '20px' };
const FONT_SIZE = { compact: '0.875em', normal: '0.9375em', spacious: '1em' };

/**
 * What the settings say about looks, as custom properties.
 * @param odd is told the keys whose values can't be used.
 */
export function readStyles(styles: Styles, odd: (key: string) => void): CustomProperties {
  const given: CustomProperties = {};
  /** @param name of the property; none where the launcher sees to it. */
  const take = (key: keyof Styles, read: (value: string) => string | undefined, name?: string): void => {
    const value = styles[key];
    const taken = value && read(value);
    if (taken === undefined) odd(`styles.${key}`);
    if (name) given[`--_given-${name}`] = taken || undefined;
  };
  const colour = (value: string): string | undefined => (isUsableColour(value) ? value : undefined);
  const oneOf = (table: Record<string, string>) => (value: string) =>
    Object.hasOwn(table, value) ? table[value] : undefined;
  take('theme', oneOf({ light: 'light', dark: 'dark', auto: '' }), 'scheme');
  take('buttonColor', colour);
  take('alignment', oneOf({ left: '', right: '' }));
  take('userMessageColor', colour, 'user-bubble');
  take('agentMessageColor', colour, 'agent-bubble');
  take('font', value => (isFontFamily(value) ? value : undefined), 'font');
  take('radius', oneOf(RADIUS), 'radius');
  take('density', oneOf(SPACE), 'space');
  take('density', oneOf(FONT_SIZE), 'font-size');
  return given;
}
