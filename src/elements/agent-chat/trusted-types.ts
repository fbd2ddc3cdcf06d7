/**
 * Lit creates the Trusted Types policy `lit-html` when it is loaded. If the page's `trusted-types` directive does not
 * allow that name, `createPolicy` throws and the whole script fails. This module is evaluated before Lit and makes
 * `createPolicy` return undefined instead. Lit then works without a policy and uses strings, which a page without
 * `require-trusted-types-for` or with a default policy accepts.
 */
export const POLICY = 'lit-html';

interface PolicyFactory {
  createPolicy(name: string, rules: object): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
let isRefused = false;

if (trustedTypes) {
  const { createPolicy } = trustedTypes;
  trustedTypes.createPolicy = (name, rules) => {
    try {
      return createPolicy.call(trustedTypes, name, rules);
    } catch (error) {
      if (name !== POLICY) throw error;
      isRefused = true;
      return undefined;
    }
  };
}

/** Gives the page its own `createPolicy` back; called when Lit has been loaded. */
export function restoreCreatePolicy(): void {
  if (trustedTypes) Reflect.deleteProperty(trustedTypes, 'createPolicy');
}

/** Whether the page's policy prevents Lit from rendering anything. */
export function isPolicyMissing(): boolean {
  try {
    // A sink for HTML, which a page with `require-trusted-types-for` refuses.
    if (isRefused) document.createElement('iframe').srcdoc = '';
    return false;
  } catch {
    return true;
  }
}
