/** The chat, as far as its owner's mistakes are concerned. */
interface Chat {
  agentId: string;
  /** Where the proxy is. */
  readonly address: string;
  readonly dataset: DOMStringMap;
}

const told = new Set<string>();

/**
 * Says once in the console what most likely keeps the chat from its settings, to whoever puts it on a page. A visitor is
 * told nothing of it.
 */
export async function adviseOwner({ agentId, address, dataset }: Chat, error: unknown): Promise<void> {
  const { code } = Object(error) as { code?: unknown };
  const fault = JSON.stringify([agentId, address, code]);
  // A preview is the panel's, which says itself what is wrong.
  if (told.has(fault) || 'preview' in dataset) return;
  told.add(fault);
  const advice = agentId ? await adviceFor(agentId, address, code) : NO_AGENT;
  if (advice) console.warn(`<agent-chat> ${advice} More in docs/troubleshooting.md.`);
}

const NO_AGENT = 'has no agent-id, so it shows nothing. In markup it is agent-id="…", not agentId.';

async function adviceFor(agentId: string, address: string, code: unknown): Promise<string | undefined> {
  const at = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined;
  // Of `localhost:8787`, the first half reads as a scheme.
  if (!/^https?:$/.test(at?.protocol ?? ''))
    return `has an endpoint that is no address: ${address}. It begins with http:// or https://, or is a path.`;
  const endpoint = at!.href;
  switch (code) {
    case 'offline':
      return navigator.onLine ? adviceOnSilence(endpoint) : undefined;
    case 'unreadable':
      return `found something else than a proxy at ${endpoint}. Is its endpoint right?`;
    case 'origin_not_allowed':
      return notAllowed;
    case 'forbidden':
      return `shows nothing: the agent ${agentId} is private. Its visibility is a setting.`;
    case 'not_found':
      return `found no agent ${agentId} at ${endpoint}.`;
    default:
      return undefined;
  }
}

const notAllowed = `may not be used on ${globalThis.location?.origin}: the agent's setting allowedDomains does not name this site.`;

/** A browser hides why it lets nothing be read. Whether there is anything, it tells. */
async function adviceOnSilence(endpoint: string): Promise<string> {
  const { origin, protocol } = new URL(endpoint);
  if (origin !== location.origin) {
    const alive = new URL('healthz', endpoint.replace(/\/*$/, '/'));
    const answers = await fetch(alive, { mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    );
    if (answers) return `${notAllowed} The proxy at ${endpoint} answers, but not to this page.`;
  }
  const mixed = protocol === 'http:' && location.protocol === 'https:';
  return mixed
    ? `can't reach ${endpoint}: a page on https: may ask no http: endpoint.`
    : `can't reach a proxy at ${endpoint}. Does it run, is the endpoint right, and does the page's Content Security Policy allow it (connect-src)?`;
}
