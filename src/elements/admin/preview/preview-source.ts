import type { LitElement, ReactiveController } from 'lit';
import type { AdminClient } from '../session/admin-client.ts';

interface Panel extends LitElement {
  for: string | undefined;
}

/** The widget that `for` names. The page may add it after the panel, or replace it. */
export class NamedWidget implements ReactiveController {
  readonly #panel: Panel;
  readonly #observer = new MutationObserver(() => {
    if (this.#find() !== this.#found) this.#panel.requestUpdate();
  });
  #found: HTMLElement | undefined;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.addController(this);
  }

  get element(): HTMLElement | undefined {
    this.#found = this.#find();
    return this.#found;
  }

  hostConnected(): void {
    const root = this.#panel.getRootNode();
    this.#observer.observe(root, { childList: true, subtree: true, attributeFilter: ['id'] });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  #find(): HTMLElement | undefined {
    const { for: id } = this.#panel;
    const root = this.#panel.getRootNode() as Document | ShadowRoot;
    return (id && root.getElementById?.(id)) || undefined;
  }
}

/** A widget inside the panel, for a page that names none. */
export class OwnWidget {
  element: HTMLElement | undefined;
  /** Its code did not load. */
  failed = false;

  async load({ endpoint, agentId }: AdminClient): Promise<void> {
    try {
      const { AgentChat } = await import('../../agent-chat/agent-chat.ts');
      this.element ??= createWidget(AgentChat, endpoint, agentId);
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }
}

function createWidget(type: CustomElementConstructor, endpoint: string, agentId: string): HTMLElement {
  // The page may have registered its own copy meanwhile. A tag can be registered only once.
  if (!customElements.get('agent-chat')) customElements.define('agent-chat', type);
  const widget = document.createElement('agent-chat');
  widget.setAttribute('mode', 'inline');
  widget.setAttribute('agent-id', agentId);
  widget.setAttribute('endpoint', endpoint);
  return widget;
}
