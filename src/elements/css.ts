import { type CSSResult, unsafeCSS } from 'lit';

/**
 * The `css` tag of Lit without `Array.prototype.reduce`, which Prototype.js up to 1.6.0 replaces by a method that does
 * not call its argument. Only other style sheets and numbers can be inserted, so that no text becomes CSS unchecked.
 */
export function css(strings: TemplateStringsArray, ...values: readonly (CSSResult | number)[]): CSSResult {
  return unsafeCSS(String.raw({ raw: strings }, ...values));
}
