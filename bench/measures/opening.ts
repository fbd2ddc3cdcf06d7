import type { Browser } from 'playwright';
import { WidgetPage } from '../widget.ts';

/** What the closed widget adds to the page, and what opening it takes at 4× throttling once its code is there. */
export async function opening(browser: Browser, origin: string): Promise<{ elements: number; open: number }> {
  const widget = await WidgetPage.open(browser, origin, 4);
  const elements = await widget.elements();
  // The first opening loads the code; the second is what a visitor feels once it is there.
  await widget.show();
  await widget.page.getByRole('button', { name: 'Close chat' }).first().click();
  await widget.settled();
  const open = await widget.page.evaluate(async () => {
    const chat = document.querySelector('agent-chat')!;
    const button = chat.shadowRoot!.querySelector<HTMLElement>('[part~=launcher]')!;
    const started = performance.now();
    button.click();
    await new Promise<void>(resolve => {
      const look = (): void => {
        const inside = chat.shadowRoot!.activeElement;
        if (inside?.matches('textarea, [contenteditable]')) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
    return performance.now() - started;
  });
  await widget.close();
  return { elements, open };
}
