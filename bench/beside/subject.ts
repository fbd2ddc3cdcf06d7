import type { Rival, Row } from '../rivals/rival.ts';

/** Whoever is measured: a page that sets `window.subject`, see `in-page.ts`. */
export interface Subject {
  name: string;
  path: string;
  view: string[];
  /** Sets `window.subject` where the page itself does not. */
  script?: () => void;
  without: Partial<Record<Row, string>>;
}

export const FLOOR: Subject = { name: 'floor', path: '/floor.html', view: ['#log'], without: {} };

export const OURS: Subject = {
  name: 'agent-chat',
  path: '/widget.html',
  view: ['agent-chat', '[part~=launcher]'],
  script: driveOwn,
  without: {},
};

export function subjectOf(rival: Rival, version: string): Subject {
  return {
    name: `${rival.package} ${version}`,
    path: `/rivals/${rival.id}/page.html`,
    view: rival.view,
    without: rival.without ?? {},
  };
}

/** Runs in the page. */
function driveOwn(): void {
  interface Chat extends HTMLElement {
    sendMessage(text: string): Promise<void>;
    restore(conversation: unknown): Promise<void>;
  }
  const chat = (): Chat => document.querySelector<Chat>('agent-chat')!;
  const find = (selector: string): HTMLElement | null => chat().shadowRoot!.querySelector(selector);
  Object.assign(window, {
    subject: {
      async open(): Promise<void> {
        find('[part~=launcher]')!.click();
        while (!find('textarea')) await new Promise(requestAnimationFrame);
      },
      ask: (text: string) => void chat().sendMessage(text),
      restore: (pairs: [string, string][]) =>
        chat().restore({
          messages: pairs.flatMap(([question, answer]) => [
            { role: 'user', parts: [{ type: 'text', text: question }] },
            { role: 'assistant', parts: [{ type: 'text', text: answer }] },
          ]),
        }),
    },
  });
}
