import type { InstallStrings } from '../../../locales/admin/strings.ts';

export type InstallWay = keyof InstallStrings['ways'];
export const INSTALL_WAYS: readonly InstallWay[] = [
  'script',
  'npm',
  'react',
  'vue',
  'wordpress',
  'shopify',
  'gtm',
];

export interface InstallTarget {
  /** Absolute URL of the proxy with a trailing slash. */
  endpoint: string;
  agentId: string;
  /** Pins the current script if set. */
  pin: Pin | undefined;
}

const PACKAGE = 'agent-chat';
/** Joined at run time, so that no tool takes it for an import of this file. */
const LOAD = ['import', `'${PACKAGE}';`].join(' ');
const REACT = ['import', `{ AgentChat } from '${PACKAGE}/react';`].join(' ');

/** The exact code to paste for an agent. */
export function snippetFor(way: InstallWay, target: InstallTarget): string {
  const { endpoint, agentId } = target;
  switch (way) {
    case 'script':
    case 'shopify':
      return scriptTag(target);
    case 'npm':
      return `# The package: docs/getting-started.md#get-the-packages
npm install ./agent-chat-x.y.z.tgz

${LOAD}

<agent-chat endpoint="${attribute(endpoint)}" agent-id="${attribute(agentId)}"></agent-chat>`;
    case 'react':
      return `${REACT}

export function Chat() {
  return <AgentChat endpoint="${attribute(endpoint)}" agentId="${attribute(agentId)}" />;
}`;
    case 'vue':
      return `// vite.config.js
vue({ template: { compilerOptions: { isCustomElement: tag => tag.startsWith('agent-chat') } } })

// main.js
${LOAD}

// any template
<agent-chat endpoint="${attribute(endpoint)}" agent-id="${attribute(agentId)}"></agent-chat>`;
    case 'wordpress':
      return `add_action('wp_footer', function () { ?>
${scriptTag(target)}
<?php });`;
    case 'gtm':
      return `<script>
  // The tag manager drops data attributes of a script tag, so this makes one.
  (function (tag) {
    tag.type = 'module';
    tag.src = ${script(`${endpoint}agent-chat.js`)};
    tag.dataset.agentId = ${script(agentId)};
    document.body.appendChild(tag);
  })(document.createElement('script'));
</script>`;
  }
}

/** Ways in which the site bundles the widget with its own scripts. */
const BUNDLED: readonly InstallWay[] = ['npm', 'react', 'vue'];

/** The sources to add to the site's content security policy. Restricts nothing else. */
export function policyFor(way: InstallWay, { endpoint }: InstallTarget): string {
  const { origin } = new URL(endpoint);
  const requests = `connect-src ${origin}`;
  return BUNDLED.includes(way) ? requests : `script-src ${origin}; ${requests}`;
}

/** Whether the endpoint is `localhost`, which for a visitor is their own machine. */
export function isLoopback({ endpoint }: InstallTarget): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(endpoint).hostname);
}

function scriptTag({ endpoint, agentId, pin }: InstallTarget): string {
  const pinned = pin ? `\n  integrity="${attribute(pin.integrity)}" crossorigin="anonymous"` : '';
  const version = pin ? `?v=${encodeURIComponent(pin.version)}` : '';
  return `<script type="module" src="${attribute(endpoint)}agent-chat.js${version}"${pinned}
  data-agent-id="${attribute(agentId)}"></script>`;
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** A JavaScript string that cannot end the script element around it. */
function script(value: string): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Identifies an exact version of the script. */
export interface Pin {
  /** For the `integrity` attribute: `sha384-…`. */
  integrity: string;
  /** For the URL: the package version, if the server sends it, and the start of the hash. */
  version: string;
}

/** Hex digits of the hash in the URL. The server compares as many. */
const HASH_SHOWN = 12;

/** Hashes the script as served now. @returns undefined outside a secure context or if the script cannot be read */
export async function fingerprint(address: string): Promise<Pin | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) return undefined;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()));
    const hex = [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
    const release = response.headers.get('X-Agent-Chat-Version');
    return {
      integrity: `sha384-${btoa(String.fromCharCode(...digest))}`,
      version: [...(release ? [release] : []), hex.slice(0, HASH_SHOWN)].join('-'),
    };
  } catch {
    return undefined;
  }
}
