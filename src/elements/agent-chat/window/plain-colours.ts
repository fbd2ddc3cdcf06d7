import type { CSSResult } from 'lit';
import type { WindowOwner } from '../window-contract.ts';

/** A token that is one colour on light and another on dark, unless the page says. */
const PAIR = /(--[\w-]+):\s*var\((--agent-chat-[\w-]+),\s*light-dark\((#\w+),\s*(#\w+)\)\)/g;

/** What text stands on, the token of that text, and what the page may have said of it. */
const GROUNDS = [
  ['--_accent', '--_on-accent', '--agent-chat-on-accent'],
  ['--_user-bubble', '--_on-user-bubble', '--agent-chat-on-user-bubble'],
  ['--_agent-bubble', '--_on-agent-bubble', '--agent-chat-on-agent-bubble'],
  ['--_code', '--_on-code'],
];

/**
 * For browsers that can't make a colour of another one, or crash at it: the tokens as colours that any of them knows,
 * chosen here. They are `!important`, since sheets that come later have them too.
 */
export function plainColours(owner: WindowOwner, styles: readonly CSSResult[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':host{}:host{}');
  const pairs = [
    ...styles
      .map(({ cssText }) => cssText)
      .join('')
      .matchAll(PAIR),
  ];
  const system = matchMedia('(prefers-color-scheme: dark)');
  const probe = document.createElement('i');
  probe.hidden = true;
  const drawn = ['', ''];
  const put = (at: number, tokens: readonly string[]): void => {
    const rule = `:host{${tokens.map(token => `${token}!important`).join(';')}}`;
    if (rule === drawn[at]) return;
    drawn[at] = rule;
    sheet.deleteRule(at);
    sheet.insertRule(rule, at);
  };
  const draw = (): void => {
    const root = owner.renderRoot as ShadowRoot;
    if (!probe.isConnected) root.append(probe);
    const { colorScheme } = getComputedStyle(root.querySelector('.window, .layer') ?? root.host);
    const dark = colorScheme.includes('dark') && (system.matches || !colorScheme.includes('light'));
    put(0, [
      ...pairs.map(([, token, given, day, night]) => `${token}:var(${given},${dark ? night : day})`),
      '--_focus:var(--agent-chat-focus,var(--_text))',
      '--_shadow:var(--agent-chat-shadow,0 0 0 1px #8883,0 16px 48px #0003)',
    ]);
    put(
      1,
      GROUNDS.map(([ground, token, given]) => {
        probe.style.color = `var(${ground})`;
        const text = textOn(getComputedStyle(probe).color, dark ? 24 : 255);
        return `${token}:${given ? `var(${given},${text})` : text}`;
      }),
    );
  };
  system.addEventListener('change', draw);
  owner.addController({ hostUpdated: draw });
  draw();
  return sheet;
}

/** White or nearly black, as `text-on.ts` lets newer browsers choose, on a colour over a surface of this grey. */
function textOn(colour: string, surface: number): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [r, g, b] = [red, green, blue].map(part => ((surface + (part - surface) * alpha) / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? '#1c1c1c' : '#fff';
}
