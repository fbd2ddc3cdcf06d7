import '../../../src/agent-chat.ts';
import type { AgentChat } from '../../../src/agent-chat.ts';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { type Answer, type ChatFetch, chatFetch, eventStream, sse } from '../../fakes/chat-fetch.ts';
import { waitUntil as until } from '../wait-until.ts';

export { until };

const realFetch = window.fetch;
let agents = 0;

/** Somebody's page with the chat on it, and a network that ends at a proxy of its own. */
export class Site {
  readonly agentId: string = `agent-${++agents}`;
  readonly network: ChatFetch;
  /** How often the public settings were asked for. */
  settingsAsked = 0;
  /** What the settings' address answers. */
  settings: () => Response;
  readonly box: HTMLElement = document.createElement('div');

  constructor(settings: SettingsPatch = {}, answers: Answer[] = [eventStream(sse(['Hello', ' there.']))]) {
    this.network = chatFetch(...answers);
    this.settings = () => Response.json({ data: { name: 'Shop', ...settings } });
    window.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), location.href);
      if (!/^\/(?:api|v2)\//.test(url.pathname)) return realFetch(input, init);
      if (url.pathname.endsWith('/settings')) {
        this.settingsAsked++;
        return this.settings();
      }
      return this.network.fetch(input, init);
    };
    document.body.append(this.box);
  }

  /** Puts the chat on the page and waits until it can be used. */
  async place(prepare: (chat: AgentChat) => void = () => {}): Promise<AgentChat> {
    const chat = document.createElement('agent-chat');
    chat.agentId = this.agentId;
    prepare(chat);
    const ready = happened(chat, 'agent-chat-ready');
    this.box.append(chat);
    await ready;
    await chat.updateComplete;
    return chat;
  }

  leave(): void {
    this.box.remove();
    window.fetch = realFetch;
    localStorage.clear();
    sessionStorage.clear();
  }
}

export function root(chat: AgentChat): ShadowRoot {
  return chat.shadowRoot!;
}

export function launcher(chat: AgentChat): HTMLButtonElement {
  return root(chat).querySelector<HTMLButtonElement>('[part~=launcher]')!;
}

export function windowOf(chat: AgentChat): HTMLElement | null {
  return root(chat).querySelector<HTMLElement>('[part~=window]');
}

export function named(chat: AgentChat, name: string): HTMLButtonElement | undefined {
  return [...root(chat).querySelectorAll('button')].find(
    button =>
      (button.getAttribute('aria-label') ?? button.textContent.trim()) === name &&
      button.part.value !== 'launcher',
  );
}

export function field(chat: AgentChat): HTMLTextAreaElement | null {
  return root(chat).querySelector('textarea');
}

/** Types into the message field, in the place of what stands there. */
export function type(chat: AgentChat, text: string): void {
  field(chat)!.value = text;
  field(chat)!.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Whether the floating window is on screen. */
export function isShown(chat: AgentChat): boolean {
  const window = windowOf(chat);
  return window !== null && (window.matches(':popover-open') || window.matches('dialog[open]'));
}

export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

export function happened(target: EventTarget, name: string): Promise<CustomEvent> {
  return new Promise(resolve =>
    target.addEventListener(name, event => resolve(event as CustomEvent), { once: true }),
  );
}

export function press(target: Element, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...init,
  });
  target.dispatchEvent(event);
  return event;
}

/** Opens by the launcher and waits for the cursor in the message field. */
export async function open(chat: AgentChat): Promise<void> {
  launcher(chat).focus();
  launcher(chat).click();
  await until(() => focused() === field(chat) && field(chat) !== null, 'the cursor in the message field');
}
