import { sendKeys } from '@web/test-runner-commands';
import { waitUntil } from './wait-until.ts';

/** Tab presses until a control should have been reached. */
const PRESSES_MAX = 120;

/** Presses Tab until the control of this name has the focus, as somebody without a pointer does. */
export async function tabTo(
  root: ShadowRoot,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<HTMLElement> {
  const seen: string[] = [];
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    await press(key);
    const focused = root.activeElement as HTMLElement | null;
    const label = focused ? nameOf(focused) : '';
    if (focused && (name instanceof RegExp ? name.test(label) : label === name)) return focused;
    seen.push(label);
  }
  throw new Error(`the keyboard never reaches ${name}; it reaches: ${seen.join(', ')}`);
}

/** Presses a key, maybe with another one held: not every browser's driver knows `Shift+Tab` as one key. */
export async function press(chord: string): Promise<void> {
  const held = chord.split('+');
  const key = held.pop()!;
  for (const down of held) await sendKeys({ down });
  await sendKeys({ press: key });
  for (const up of held.reverse()) await sendKeys({ up });
}

/** Waits until the focus is on an element that matches. */
export async function focusOn(root: ShadowRoot, selector: string, what: string): Promise<void> {
  await waitUntil(() => root.activeElement?.matches(selector), what);
}

function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
  return (label ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
}
