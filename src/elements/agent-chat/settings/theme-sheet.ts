/** What would make a colour depend on another value, or remove the property it is assigned to. */
const NOT_A_COLOUR = /var|env|attr|if\(|inherit|initial|unset|revert|current/i;

/** Whether this browser parses the whole text as a colour. */
export function isUsableColour(value: unknown): value is string {
  return typeof value === 'string' && CSS.supports('color', value) && !NOT_A_COLOUR.test(value);
}

/** Values by custom property name; undefined removes the property. */
export type ThemeVariables = Record<string, string | undefined>;

/**
 * Adopts a sheet for the values from the settings. It is filled through the CSSOM: no text is parsed as CSS, and a
 * strict `style-src` allows it. The launcher sets the brand colour, the window the other values.
 * @returns a function that sets custom properties on the host
 */
export function adoptThemeSheet(
  root: ShadowRoot,
  sheet: CSSStyleSheet = new CSSStyleSheet(),
): (variables: ThemeVariables) => void {
  sheet.insertRule(':host{}');
  root.adoptedStyleSheets.push(sheet);
  return variables => {
    const rule = sheet.cssRules[0] as CSSStyleRule;
    const before = rule.cssText;
    for (const name in variables) rule.style.setProperty(name, variables[name] ?? null);
    if (rule.cssText === before) return;
    // Replaces the rule: WebKit ignores a change to a rule that it has already applied.
    sheet.insertRule(rule.cssText);
    sheet.deleteRule(1);
  };
}
