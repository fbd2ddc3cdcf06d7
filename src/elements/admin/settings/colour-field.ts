import { html, nothing, type TemplateResult } from 'lit';
import type { SwatchName } from '../../../locales/admin/strings.ts';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { icon } from '../icons.ts';
import type { Field } from './field.ts';
import { renderCssValue } from './text-field.ts';

/** The widget's own brand colour, then others that are readable on light and dark windows. */
const SWATCHES = {
  indigo: '#4150d8',
  blue: '#1769e0',
  teal: '#0b7a75',
  green: '#1f7a3d',
  orange: '#b3530b',
  red: '#c22f3d',
  pink: '#c02a8b',
  violet: '#7353dc',
} satisfies Record<SwatchName, string>;
const ACCENT = SWATCHES.indigo;

/** A text field for any CSS colour, a colour picker and the contrast. */
export function renderColour({ css }: SettingsRow, field: Field): TemplateResult {
  const hex = field.invalid ? undefined : toHex(String(field.value));
  const isAccent = css === 'accent';
  const inherited = field.value === '' ? inheritedColour(css, field) : undefined;
  return html`<div class="line">
      <input
        type="color"
        aria-label=${field.strings.form.pickColour(field.label)}
        ?data-empty=${hex === undefined && !inherited}
        .value=${hex ?? inherited ?? '#808080'}
        @input=${(event: Event) => field.edit((event.target as HTMLInputElement).value)}
        @change=${field.commit}
      />
      ${renderCssValue(field)}
    </div>
    ${isAccent ? renderSwatches(hex ?? inherited, field) : nothing}
    ${hex === undefined ? nothing : isAccent ? renderContrast(measureContrast(hex), field) : renderBubble(hex, field)}`;
}

/** What the widget uses in place of an empty value; answers have no colour then. */
function inheritedColour(css: string | undefined, { buttonColour }: Field): string | undefined {
  if (css === 'accent') return ACCENT;
  return css === 'user-bubble' ? (toHex(buttonColour) ?? ACCENT) : undefined;
}

/** Colours to choose with one press. */
function renderSwatches(chosen: string | undefined, field: Field): TemplateResult {
  return html`<div class="swatches" role="group" aria-label=${field.label}>
    ${Object.entries(SWATCHES).map(
      ([name, colour]) => html`<button
        type="button"
        aria-label=${field.strings.form.swatches[name as SwatchName]}
        title=${field.strings.form.swatches[name as SwatchName]}
        aria-pressed=${colour === chosen}
        @click=${() => {
          field.edit(colour);
          field.commit();
        }}
      ><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12" fill=${colour} /></svg></button>`,
    )}
  </div>`;
}

/** A sample bubble, as the preview may have no message. Its contrast with the window does not matter. */
function renderBubble(hex: string, { strings: { contrast } }: Field): TemplateResult {
  const { text, ink } = measureContrast(hex);
  return html`<p class="contrast bubble" role="status">
    <svg viewBox="0 0 56 30" aria-hidden="true">
      <rect width="56" height="30" rx="12" fill=${hex} />
      <text x="28" y="20" text-anchor="middle" fill=${ink}>Aa</text>
    </svg>
    ${contrast.textOn(round(text))}
  </p>`;
}

function renderContrast({ text, light, dark }: Contrast, { strings: { contrast } }: Field): TemplateResult {
  const least = Math.min(light, dark);
  const verdict = least >= 4.5 ? contrast.good : least >= 3 ? contrast.weak : contrast.poor;
  // Advice and no error: the widget changes the colour of links and adds an edge where it would be hard to see.
  const level = least >= 4.5 ? 'good' : 'weak';
  return html`<p class="contrast" role="status" data-level=${level}>
    <strong>${icon(level === 'good' ? 'check' : 'alert')} ${verdict}</strong>
    ${contrast.textOn(round(text))} · ${contrast.onLight(round(light))} · ${contrast.onDark(round(dark))}
  </p>`;
}

function round(ratio: number): number {
  return Math.floor(ratio * 10) / 10;
}

/** Contrast ratios by WCAG 2.2. */
export interface Contrast {
  /** Of black or white text on the colour, whichever is higher. `ink` says which. */
  text: number;
  ink: 'black' | 'white';
  /** Against a white window. */
  light: number;
  /** Against a near-black window. */
  dark: number;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const DARK_WINDOW: Rgb = [28, 29, 36];

type Rgb = readonly [number, number, number];

let canvas: CanvasRenderingContext2D | null | undefined;

/** Converts a CSS colour to `#rrggbb`, blended with white if it is transparent. @returns undefined for anything else */
export function toHex(colour: string): string | undefined {
  if (colour === '' || !CSS.supports('color', colour)) return undefined;
  canvas ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return undefined;
  // A canvas parses every colour notation that the browser knows, also wide gamut.
  canvas.fillStyle = '#fff';
  canvas.fillRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[r, g, b].map(part => part.toString(16).padStart(2, '0')).join('')}`;
}

/** @param hex `#rrggbb` */
export function measureContrast(hex: string): Contrast {
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  const colour: Rgb = [channel(1), channel(3), channel(5)];
  const [white, black] = [ratio(colour, WHITE), ratio(colour, BLACK)];
  return {
    text: Math.max(white, black),
    ink: white > black ? 'white' : 'black',
    light: white,
    dark: ratio(colour, DARK_WINDOW),
  };
}

function ratio(a: Rgb, b: Rgb): number {
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
