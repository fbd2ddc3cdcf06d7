import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { WidgetPage } from '../widget.ts';

/** Growth over many exchanges in one conversation, per exchange. */
export async function exchanges(browser: Browser, origin: string, count: number) {
  const widget = await WidgetPage.open(browser, origin);
  await widget.show();
  const samples: { heap: number; nodes: number }[] = [];
  for (let i = 0; i < count; i++) {
    await widget.ask({ kind: 'blocks', kilobytes: 0, pace: 0 });
    if (i === Math.floor(count / 2) - 1 || i === count - 1) samples.push(await widget.probe.readClean());
  }
  await widget.close();
  const half = count / 2;
  return {
    heapPerExchange: (samples[1]!.heap - samples[0]!.heap) / half,
    nodesPerExchange: (samples[1]!.nodes - samples[0]!.nodes) / half,
  };
}

/** Elements put on the page and taken off again: what stays. */
export async function mounts(browser: Browser, origin: string, count: number) {
  const widget = await WidgetPage.open(browser, origin);
  const mount = (times: number): Promise<void> =>
    widget.page.evaluate(async n => {
      for (let i = 0; i < n; i++) {
        const chat = document.createElement('agent-chat');
        chat.setAttribute('agent-id', 'bench');
        document.body.append(chat);
        await (chat as unknown as { updateComplete: Promise<unknown> }).updateComplete;
        chat.remove();
      }
    }, times);
  await mount(50);
  const before = await widget.probe.readClean();
  await mount(count);
  // What they had asked for has been answered then.
  await sleep(6000);
  const after = await widget.probe.readClean();
  await widget.close();
  return { heap: after.heap - before.heap, nodes: after.nodes - before.nodes };
}
