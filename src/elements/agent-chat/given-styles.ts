/** What would make a colour depend on something else, or take away the property it is put into. */
const NOT_A_COLOUR = /var|env|attr|if\(|inherit|initial|unset|revert|current/i;

/** Whether this browser knows the text, the whole of it, as a colour. */
export function isUsableColour(value: unknown): value is string {
  return typeof value === 'string' && CSS.supports('color', value) && !NOT_A_COLOUR.test(value);
}

/** Custom properties by name; undefined takes one away. */
export type CustomProperties = Record<string, string | undefined>;

/**
 * A sheet for what the settings say, filled through the CSSOM: no text becomes CSS, and a strict `style-src` has
 * nothing to object to. The launcher sets the brand colour, the window the rest.
 */
export function adoptGivenStyles(
  root: ShadowRoot,
  sheet: CSSStyleSheet = new CSSStyleSheet(),
): (properties: CustomProperties) => void {
  sheet.insertRule(':host{}');
  root.adoptedStyleSheets.push(sheet);
  return properties => {
    const rule = sheet.cssRules[0] as CSSStyleRule;
    const before = rule.cssText;
    for (const name in properties) rule.style.setProperty(name, properties[name] ?? null);
    if (rule.cssText === before) return;
    // The same as a new rule: WebKit does not see that one it has applied before was changed.
    sheet.insertRule(rule.cssText);
    sheet.deleteRule(1);
  };
}
