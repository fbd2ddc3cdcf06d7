import type { PropertyPart } from 'lit';
import { Directive, type DirectiveResult, directive } from 'lit/directive.js';

/** The text of a field that holds a value of another kind. Left as it was typed while it says that value. */
class AsTyped extends Directive {
  #written = '';

  override render(_value: unknown, written: string, _read: (text: string) => unknown): string {
    return written;
  }

  override update({ element }: PropertyPart, [value, written, read]: Parameters<AsTyped['render']>): string {
    const text = (element as HTMLInputElement).value;
    const isTyped = text !== this.#written;
    this.#written = written;
    // On the way from 0.2 to 0.7 the field says "0.", which is 0: written as that, it would become 07.
    return isTyped && read(text) === value ? text : written;
  }
}

export const asTyped: (...args: Parameters<AsTyped['render']>) => DirectiveResult = directive(AsTyped);
