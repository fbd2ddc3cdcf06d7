/** Reads the script tag that loads the widget: its endpoint, its agent and its other attributes. */

/** On a widget that was created for a script tag. */
const AUTO = 'data-agent-chat-auto';
/** A property, so that a cloned node does not have it; a registered symbol, so that another version finds it too. */
const CREATED = Symbol.for('agent-chat.made');

/**
 * The default `endpoint`: the folder of the script, where the proxy serves it. If the site's own bundle contains this
 * module, the proxy is at the root of the site.
 */
export function endpointOf(moduleUrl: string): string {
  if (typeof document === 'undefined') return '/';
  const url = new URL(moduleUrl, document.baseURI);
  const hasScriptTag = scriptTags(moduleUrl).some(tag => tag.dataset.agentId);
  const isOwnFile = /\/agent-chat(?:-admin)?\.js$/.test(url.pathname) && !url.href.includes('/node_modules/');
  return hasScriptTag || isOwnFile ? new URL('.', url).href : new URL('/', document.baseURI).href;
}

/** The script tags of this module; a page may have several, each with its own agent. */
function scriptTags(moduleUrl: string): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].filter(
    tag => tag.src === moduleUrl,
  );
}

/** Creates a floating widget for each tag with a `data-agent-id`. Other `data-` attributes become the element's. */
export function createFromScriptTags(moduleUrl: string): void {
  if (typeof document === 'undefined') return;
  for (const tag of scriptTags(moduleUrl)) {
    const agentId = tag.dataset.agentId;
    if (!agentId || alreadyExists(agentId)) continue;
    const element = document.createElement('agent-chat');
    element.setAttribute('endpoint', endpointOf(moduleUrl));
    for (const { name, value } of tag.attributes) {
      if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
    }
    element.setAttribute(AUTO, '');
    Object.defineProperty(element, CREATED, { value: true });
    // An `async` script may run before the body is parsed.
    (document.body ?? document.documentElement).append(element);
  }
}

/** Another version of this script may have created it. */
function alreadyExists(agentId: string): unknown {
  return document.querySelector(`agent-chat[${AUTO}][agent-id="${CSS.escape(agentId)}"]`);
}

/**
 * Whether a router has replaced the body around a widget that was created for a script tag: nobody has removed the widget
 * itself, so it still has its parent.
 */
export function wasSwappedOut(element: Element): unknown {
  return element.hasAttribute(AUTO) && element.parentNode;
}

/** Whether this is a clone of the widget from a router's page cache; the original stays on the page. */
export function isRouterCopy(element: Element): boolean {
  return element.hasAttribute(AUTO) && !(CREATED in element);
}
