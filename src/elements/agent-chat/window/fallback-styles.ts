import type { CSSResult, LitElement } from 'lit';
import { adoptThemeSheet } from '../settings/theme-sheet.ts';
import type { WidgetHost } from '../widget-host.ts';

/**
 * Adopts all style sheets again after the element has moved to another document, for example into an iframe: a shadow
 * root loses its adopted sheets there. A sheet belongs to one document, so other documents get copies.
 */
export function readoptStyles(host: WidgetHost, added: readonly CSSResult[]): void {
  const view = host.ownerDocument.defaultView;
  // Moved on to a document that is not displayed.
  if (!view) return;
  const root = host.renderRoot as ShadowRoot;
  const { elementStyles } = host.constructor as typeof LitElement;
  const styles = [...(elementStyles as CSSResult[]), ...added];
  const sheets = styles.map(({ styleSheet }) => (view === window ? styleSheet! : copyFor(view, styleSheet!)));
  // Before the other sheets: a browser that crashes at relative colours must not apply those alone.
  if (view === window && !host.getHTML) sheets.unshift(plainColours(host, styles));
  root.adoptedStyleSheets = sheets;
  host.setThemeVariables = adoptThemeSheet(root, new view.CSSStyleSheet());
  host.requestUpdate();
}

function copyFor(view: typeof globalThis, sheet: CSSStyleSheet): CSSStyleSheet {
  const copy = new view.CSSStyleSheet();
  for (const rule of sheet.cssRules) copy.insertRule(rule.cssText, copy.cssRules.length);
  return copy;
}

/** A token with one default for light and one for dark: its name, the page's property, and the two colours. */
const LIGHT_DARK_TOKEN = /(--[\w-]+):\s*var\((--agent-chat-[\w-]+),\s*light-dark\((#\w+),\s*(#\w+)\)\)/g;

/** A background, the text colour on it, and the page's property for that text colour. */
const TEXT_COLOURS = [
  ['--_accent', '--_on-accent', '--agent-chat-on-accent'],
  ['--_user-bubble', '--_on-user-bubble', '--agent-chat-on-user-bubble'],
  ['--_agent-bubble', '--_on-agent-bubble', '--agent-chat-on-agent-bubble'],
  ['--_code', '--_on-code'],
];

/**
 * Computes the tokens for a browser that cannot derive a colour from another one, or crashes at it. The declarations are
 * `!important` because the sheets after this one declare the same tokens.
 */
function plainColours(host: WidgetHost, styles: readonly CSSResult[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':host{}:host{}');
  const tokens = [
    ...styles
      .map(({ cssText }) => cssText)
      .join('')
      .matchAll(LIGHT_DARK_TOKEN),
  ];
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  const probe = document.createElement('i');
  probe.hidden = true;
  const rules = ['', ''];
  const setRule = (index: number, declarations: readonly string[]): void => {
    const rule = `:host{${declarations.map(declaration => `${declaration}!important`).join(';')}}`;
    if (rule === rules[index]) return;
    rules[index] = rule;
    sheet.deleteRule(index);
    sheet.insertRule(rule, index);
  };
  const update = (): void => {
    const root = host.renderRoot as ShadowRoot;
    if (!probe.isConnected) root.append(probe);
    const { colorScheme } = getComputedStyle(root.querySelector('.window, .layer') ?? root.host);
    const dark = colorScheme.includes('dark') && (darkSystem.matches || !colorScheme.includes('light'));
    setRule(0, [
      ...tokens.map(
        ([, token, property, light, night]) => `${token}:var(${property},${dark ? night : light})`,
      ),
      '--_focus:var(--agent-chat-focus,var(--_text))',
      '--_shadow:var(--agent-chat-shadow,0 0 0 1px #8883,0 16px 48px #0003)',
    ]);
    setRule(
      1,
      TEXT_COLOURS.map(([background, token, property]) => {
        probe.style.color = `var(${background})`;
        const text = textOn(getComputedStyle(probe).color, dark ? 24 : 255);
        return `${token}:${property ? `var(${property},${text})` : text}`;
      }),
    );
  };
  darkSystem.addEventListener('change', update);
  host.addController({ hostUpdated: update });
  update();
  return sheet;
}

/** White or nearly black text on a colour over a grey surface, the same choice as in `colours.ts`. */
function textOn(colour: string, surface: number): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [r, g, b] = [red, green, blue].map(part => ((surface + (part - surface) * alpha) / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? '#1c1c1c' : '#fff';
}
