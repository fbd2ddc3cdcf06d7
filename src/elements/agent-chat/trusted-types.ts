/**
 * Lit creates the Trusted Types policy `lit-html` when it is loaded. If the page's `trusted-types` directive does not
 * allow that name, `createPolicy` throws, and the whole script with it. This module is evaluated before Lit and turns
 * that into a policy that is missing: Lit then uses strings, which a page without `require-trusted-types-for` or with a
 * default policy accepts.
 */
const POLICY = 'lit-html';

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

/** What the page's policy has to allow before anything can be rendered; undefined if it already does. */
export function missingPolicy(): string | undefined {
  if (!isRefused) return undefined;
  try {
    // A sink for HTML, which a page with `require-trusted-types-for` refuses.
    document.createElement('iframe').srcdoc = '';
    return undefined;
  } catch {
    return `The page's Content Security Policy does not allow the Trusted Types policy ${POLICY}. Add it: trusted-types ${POLICY}`;
  }
}
