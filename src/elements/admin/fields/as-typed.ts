import type { PropertyPart } from 'lit';
import { Directive, type DirectiveResult, directive } from 'lit/directive.js';

/** The text of a field that holds a value of another kind. Left as it was typed while it says that value. */
class AsTyped extends Directive {
  override render(value: unknown, _read: (text: string) => unknown): string {
    return String(value);
  }

  override update({ element }: PropertyPart, [value, read]: Parameters<AsTyped['render']>): string {
    const text = (element as HTMLInputElement).value;
    // On the way from 0.2 to 0.7 the field says "0.", which is 0: written as that, it would become 07.
    return read(text) === value ? text : this.render(value, read);
  }
}

export const asTyped: (value: unknown, read: (text: string) => unknown) => DirectiveResult =
  directive(AsTyped);
