import { svg, type TemplateResult } from 'lit';

const PATHS = {
  agent:
    'M10 3v2M5 8a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM8 10v1M12 10v1M2.5 10v2M17.5 10v2',
  conversations:
    'M3 4h10a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H8l-3 2.5V11H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM16.5 7.5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H16v2.5L13 14.5h-3',
  answers:
    'M4 3.5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H9l-4 3v-3H4a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM7 8.5l2.2 2.2L13.5 6.5',
  knowledge:
    'M4 4.5A1.5 1.5 0 0 1 5.5 3H16v11.5H5.5A1.5 1.5 0 0 0 4 16zM4 16a1.5 1.5 0 0 0 1.5 1.5H16v-3M7.5 6.5h5',
  greeting: 'M4 4h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H9l-4 3v-3H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM7 8h6M7 10.5h4',
  look: 'M10 3a7 7 0 1 0 0 14c1.5 0 1.5-1.5 1-2.3-.6-1 .2-2 1.3-2H15a2 2 0 0 0 2-2C17 6.5 14 3 10 3zM6.5 9.5h.01M9 6.5h.01M13 7.5h.01',
  opening: 'M10 5v5l3 2M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14z',
  leads: 'M4 4h12v12H4zM7 8h6M7 11h6M7 14h3',
  access: 'M6 9V7a4 4 0 0 1 8 0v2M5 9h10v8H5zM10 12v2',
  contacts:
    'M8 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5M13 4.5a2.5 2.5 0 0 1 0 5M15 12c1.5.6 2.3 2 2.5 4',
  install: 'M7 6 3 10l4 4M13 6l4 4-4 4',
  usage: 'M4 16V9M8 16V4M12 16v-5M16 16V7',
  test: 'M5 4v12l11-6z',
  history: 'M4 10a6 6 0 1 0 2-4.5M4 4v3h3M10 7v3l2 1.5',
  json: 'M8 4C5.5 4 6.5 9 4.5 10 6.5 11 5.5 16 8 16M12 4c2.5 0 1.5 5 3.5 6-2 1-1 6-3.5 6',
  undo: 'M7 5 4 8l3 3M4 8h8a4 4 0 0 1 0 8h-2',
  redo: 'M13 5l3 3-3 3M16 8H8a4 4 0 0 0 0 8h2',
  reset: 'M5 10a5 5 0 1 0 2-4M5 4v3h3',
  alert: 'M10 6.5v4.5M10 13.5v.01M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14z',
  grip: 'M8 5v.01M12 5v.01M8 10v.01M12 10v.01M8 15v.01M12 15v.01',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
  back: 'M12 5l-5 5 5 5',
  remove: 'M6 6l8 8M14 6l-8 8',
  add: 'M10 5v10M5 10h10',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  more: 'M5 10v.01M10 10v.01M15 10v.01',
  lock: 'M6 9V7a4 4 0 0 1 8 0v2M5 9h10v8H5z',
  phone: 'M7 3h6a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 15h2',
  page: 'M3 4h14v12H3zM12.8 12.3h1.6v.8h-1.6z',
  desktop: 'M3 4h14v9H3zM7 17h6M10 13v4',
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon in the text's colour, hidden from screen readers: the text beside it names the action. */
export function icon(name: IconName): TemplateResult {
  return svg`<svg class="glyph" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;
}
