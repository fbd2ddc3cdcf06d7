/** What the element learns from the script tag it came by. */

const AUTO = 'data-agent-chat-auto';
/** On the element itself, so that a copy does not have it; registered, so that another version knows it too. */
const MADE = Symbol.for('agent-chat.made');

/**
 * The default `endpoint`: the folder the script was loaded from, where the proxy serves it. A bundle that took
 * this module in comes from the site itself, whose proxy is then at the root.
 */
export function endpointOf(moduleUrl: string): string {
  if (typeof document === 'undefined') return '/';
  const url = new URL(moduleUrl, document.baseURI);
  const cameByTag = scriptTags(moduleUrl).some(tag => tag.dataset.agentId);
  const isOwnFile = /\/agent-chat(?:-admin)?\.js$/.test(url.pathname) && !url.href.includes('/node_modules/');
  return cameByTag || isOwnFile ? new URL('.', url).href : new URL('/', document.baseURI).href;
}

/** The tags that name this very module; one page may have several, each with its own agent. */
function scriptTags(moduleUrl: string): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].filter(
    tag => tag.src === moduleUrl,
  );
}

/** Makes the floating widget for each tag with a `data-agent-id`. Other `data-` attributes become the element's. */
export function createFromScriptTags(moduleUrl: string): void {
  if (typeof document === 'undefined') return;
  for (const tag of scriptTags(moduleUrl)) {
    const agentId = tag.dataset.agentId;
    if (!agentId || isThere(agentId)) continue;
    const element = document.createElement('agent-chat');
    element.setAttribute('endpoint', endpointOf(moduleUrl));
    for (const { name, value } of tag.attributes) {
      if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
    }
    element.setAttribute(AUTO, '');
    Object.defineProperty(element, MADE, { value: true });
    // An `async` script may be here before the body.
    (document.body ?? document.documentElement).append(element);
  }
}

/** Another version of this script may have made it already. */
function isThere(agentId: string): unknown {
  return document.querySelector(`agent-chat[${AUTO}][agent-id="${CSS.escape(agentId)}"]`);
}

/**
 * A router that swaps the whole body takes the widget it did not know about with it. True for a widget made from
 * a tag whose parent is still its own: nobody removed the widget, somebody replaced the page around it.
 */
export function wasSwappedOut(element: Element): unknown {
  return element.hasAttribute(AUTO) && element.parentNode;
}

/** A page put back from a router's cache may bring a copy of the widget; the living one stays. */
export function isCopy(element: Element): boolean {
  return element.hasAttribute(AUTO) && !(MADE in element);
}
