/** Which corner the launcher and the window sit in. `start` and `end` mirror in right-to-left languages. */
export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';

const PLACEMENT = /^(top|bottom)-(start|end)$/;

/** The attribute where it is valid, else the side the settings name: a physical one, whatever the language. */
export function placementOf(attribute: string, alignment: string | undefined, dir: 'ltr' | 'rtl'): Placement {
  if (PLACEMENT.test(attribute)) return attribute as Placement;
  return (alignment === 'left') === (dir === 'ltr') ? 'bottom-start' : 'bottom-end';
}
