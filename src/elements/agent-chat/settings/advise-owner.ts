import { dispatch } from '../events.ts';
import { POLICY } from '../trusted-types.ts';

/** What the advice needs to know about the element. */
interface Widget extends EventTarget {
  agentId: string;
  /** URL of the proxy. */
  readonly resolvedEndpoint: string;
  readonly dataset: DOMStringMap;
}

const reported = new Set<string>();

/**
 * Explains in the console, once for each cause, why the widget most likely has no settings or cannot render. The text is
 * for the site owner; visitors see none of it.
 */
export async function adviseOwner(widget: Widget, error: unknown): Promise<void> {
  const { agentId, resolvedEndpoint, dataset } = widget;
  const { code } = Object(error) as { code?: unknown };
  if (code === 'trusted_types') {
    console.error(`<agent-chat> cannot render. ${POLICY_MISSING}`);
    dispatch(widget, 'agent-chat-error', { code, message: POLICY_MISSING });
    return;
  }
  const cause = JSON.stringify([agentId, resolvedEndpoint, code]);
  // The admin panel explains the errors of its own preview.
  if (reported.has(cause) || 'preview' in dataset) return;
  reported.add(cause);
  const advice = agentId ? await adviceFor(agentId, resolvedEndpoint, code) : NO_AGENT;
  if (advice) console.warn(`<agent-chat> ${advice} More in docs/troubleshooting.md.`);
}

const POLICY_MISSING = `The page's Content Security Policy does not allow the Trusted Types policy ${POLICY}. Add it: trusted-types ${POLICY}. If another Lit on the page makes a policy of that name too: trusted-types ${POLICY} 'allow-duplicates'`;

const NO_AGENT = 'has no agent-id, so it shows nothing. In markup it is agent-id="…", not agentId.';

async function adviceFor(agentId: string, endpoint: string, code: unknown): Promise<string | undefined> {
  const url = URL.canParse(endpoint, document.baseURI) ? new URL(endpoint, document.baseURI) : undefined;
  // In `localhost:8787` the first half is parsed as the scheme.
  if (!/^https?:$/.test(url?.protocol ?? ''))
    return `has an endpoint that is not a URL: ${endpoint}. It starts with http:// or https://, or is a path.`;
  const { href } = url!;
  switch (code) {
    case 'offline':
      return navigator.onLine ? adviceForUnreachable(href) : undefined;
    case 'unreadable':
      return `found something other than a proxy at ${href}. Is its endpoint right?`;
    case 'origin_not_allowed':
      return ORIGIN_NOT_ALLOWED;
    case 'forbidden':
      return `shows nothing: the agent ${agentId} is private. Its visibility is a setting.`;
    case 'not_found':
      return `found no agent "${agentId}" at ${href}. The right id is in the admin panel under "Install"; agent-chat start and agent-chat agents list print it.`;
    default:
      return undefined;
  }
}

const ORIGIN_NOT_ALLOWED = `may not be used on ${globalThis.location?.origin}: the agent's setting allowedDomains does not name this site.`;

/** A browser hides why a request failed. A `no-cors` request shows whether a server answers at all. */
async function adviceForUnreachable(endpoint: string): Promise<string> {
  const { origin, protocol } = new URL(endpoint);
  if (origin !== location.origin) {
    const health = new URL('healthz', endpoint.replace(/\/*$/, '/'));
    const answers = await fetch(health, { mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    );
    if (answers) return `${ORIGIN_NOT_ALLOWED} The proxy at ${endpoint} answers, but not to this page.`;
  }
  const mixed = protocol === 'http:' && location.protocol === 'https:';
  return mixed
    ? `cannot reach ${endpoint}: a page on https: cannot request an http: endpoint.`
    : `cannot reach a proxy at ${endpoint}. Is it running, is the endpoint right, and does the page's Content Security Policy allow it (connect-src)?`;
}
