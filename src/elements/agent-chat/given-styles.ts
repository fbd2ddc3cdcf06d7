import type { PublicSettings } from '../../protocol/settings.ts';

/** The `styles` of the settings; any of it may be missing or wrong. */
export type GivenStyles = Partial<PublicSettings['styles']>;

/** What a sheet may be made of: custom properties by name; undefined takes one away. */
export type GivenProperties = Record<string, string | undefined>;

const ONE_COLOUR = /^(#[\da-f]+|[a-z]+|(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\))$/i;
const KEYWORD = /^(inherit|initial|unset|revert|currentcolor)$/i;

/** What this browser knows as a colour, of a form that can hold no reference to anything else. */
export function isUsableColour(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    ONE_COLOUR.test(value) &&
    !KEYWORD.test(value) &&
    CSS.supports('color', value)
  );
}

/**
 * One sheet that holds what the settings say, filled through the CSSOM: no text becomes CSS, and a strict
 * `style-src` has nothing to object to. The launcher sets the brand colour, the window the rest.
 */
export class GivenStylesSheet {
  readonly sheet: CSSStyleSheet = new CSSStyleSheet();
  readonly #style: CSSStyleDeclaration;

  constructor() {
    this.sheet.insertRule(':host{}');
    this.#style = (this.sheet.cssRules[0] as CSSStyleRule).style;
  }

  set(properties: GivenProperties): void {
    for (const [name, value] of Object.entries(properties)) this.#style.setProperty(name, value ?? null);
  }

  setAccent(styles: GivenStyles): void {
    this.set({ '--_given-accent': isUsableColour(styles.buttonColor) ? styles.buttonColor : undefined });
  }
}
