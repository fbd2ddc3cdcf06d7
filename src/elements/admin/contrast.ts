/** How well a colour can be told apart, as WCAG 2.2 measures it. */
export interface Contrast {
  /** The better of black and white text on the colour, and which of them that is. */
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

let pen: CanvasRenderingContext2D | null | undefined;

/** Any CSS colour as `#rrggbb`, on white where it lets light through; undefined for what is none. */
export function toHex(colour: string): string | undefined {
  if (colour === '' || !CSS.supports('color', colour)) return undefined;
  pen ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  // The canvas is the browser's own parser of every colour notation, wide gamut included.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
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
