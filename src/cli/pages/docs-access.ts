import { clientAddress } from '../../limits/client-address.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { Admin } from '../../proxy/access/admin.ts';
import type { AgentProxy } from '../../proxy/index.ts';

export interface DocsAccessOptions {
  proxy: AgentProxy;
  agentId: string;
  adminToken: string;
  /** Whether the documents are public whatever the settings say; undefined if the settings decide. */
  isPublic: boolean | undefined;
  trustProxy: number;
}

/**
 * Decides who may read `/docs/`: anybody, or with the admin token alone if the agent is private or open to the listed sites
 * only, since its documents are the answers. A browser asks for the token as a password (RFC 7617); a program sends it as
 * a bearer token.
 */
export function docsAccess({
  proxy,
  agentId,
  adminToken,
  isPublic,
  trustProxy,
}: DocsAccessOptions): (request: Request, peer: string | undefined) => Promise<Response | undefined> {
  const admin = new Admin({ adminToken });
  return async (request, peer) => {
    if (isPublic ?? (await isOpen(proxy, agentId, adminToken))) return undefined;
    try {
      await admin.require(withBearer(request), clientAddress(request.headers, peer, trustProxy));
      return undefined;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const { status, retryAfter } = error;
      const headers = new Headers({
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      if (status === 401) headers.set('WWW-Authenticate', 'Basic realm="Documents", charset="UTF-8"');
      if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
      return new Response('These documents need the admin token, as the password of any user name.\n', {
        status,
        headers,
      });
    }
  };
}

/** False also if the settings cannot be read. */
async function isOpen(proxy: AgentProxy, agentId: string, adminToken: string): Promise<boolean> {
  const response = await proxy(
    new Request(`http://localhost/v2/chatbots/${agentId}/settings`, {
      headers: { Authorization: `Bearer ${adminToken}` },
    }),
  );
  if (!response.ok) return false;
  const { data } = (await response.json()) as { data: { settings: Record<string, unknown> } };
  const { visibility, allowedDomains } = data.settings;
  return visibility === 'public' && Array.isArray(allowedDomains) && allowedDomains.length === 0;
}

/** The password of a browser as a bearer token. */
function withBearer(request: Request): Request {
  const [, encoded] = /^basic +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (encoded === undefined) return request;
  const text = Buffer.from(encoded, 'base64').toString();
  const password = text.slice(text.indexOf(':') + 1);
  // No header can carry another one, so it is wrong.
  const token = /^[\x21-\x7e]+$/.test(password) ? password : '-';
  return new Request(request.url, { headers: { Authorization: `Bearer ${token}` } });
}
