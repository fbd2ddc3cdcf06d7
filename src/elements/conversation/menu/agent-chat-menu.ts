import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { fields, LightElement } from '../light-element.ts';
import { adoptStyles } from '../shadow-root.ts';
import { menuStyles } from '../styles/menu-styles.ts';

export interface MenuItem<A extends string = string> {
  action: A;
  label: string;
  icon: TemplateResult;
  /** Whether a line separates it from the item above. */
  startsGroup?: boolean;
}

/**
 * A menu of actions. Its first item gets the focus; the arrow keys, Home and End move it, Escape and a press
 * elsewhere close the menu.
 *
 * @tag agent-chat-menu
 * @fires menu-choose - `detail.action` (inner).
 * @fires menu-close - `detail.refocus`: whether focus goes back to what opened it (inner).
 */
export class AgentChatMenu extends LightElement {
  static override properties: PropertyDeclarations = fields('items label');

  declare items: readonly MenuItem[];
  declare label: string;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, menuStyles);
    this.addEventListener('focusout', this.#onFocusOut);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('focusout', this.#onFocusOut);
  }

  protected override firstUpdated(): void {
    this.querySelector('button')?.focus();
  }

  #onFocusOut = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
    this.#close(false);
  };

  #close(refocus: boolean): void {
    this.removeEventListener('focusout', this.#onFocusOut);
    this.dispatchEvent(new CustomEvent('menu-close', { detail: { refocus } }));
  }

  #onKeyDown(event: KeyboardEvent): void {
    const buttons = [...this.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      this.#close(true);
    } else if (event.key in to) {
      event.preventDefault();
      buttons[to[event.key]! % buttons.length]?.focus();
    }
  }

  #choose(action: string): void {
    this.#close(true);
    this.dispatchEvent(new CustomEvent('menu-choose', { detail: { action } }));
  }

  protected override render(): TemplateResult {
    return html`<div class="menu" role="menu" aria-label=${this.label} @keydown=${this.#onKeyDown}>
      ${this.items.map(
        ({ action, label, icon, startsGroup }) =>
          html`${startsGroup ? html`<hr>` : nothing}<button type="button" role="menuitem" tabindex="-1" @click=${() => this.#choose(action)}>${icon}<span>${label}</span></button>`,
      )}
    </div>`;
  }
}
