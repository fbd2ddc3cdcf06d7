import type { InstallStrings } from '../../../locales/admin/strings.ts';
import type { Pin } from './fingerprint.ts';

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
  /** Absolute address of the proxy, with a slash at the end. */
  endpoint: string;
  agentId: string;
  /** The script as it is now, to pin it. */
  pin: Pin | undefined;
}

const PACKAGE = 'agent-chat';
/** Put together, so that nobody takes it for an import of this file. */
const LOAD = ['import', `'${PACKAGE}';`].join(' ');
const REACT = [
  'import',
  `{ createAgentChat } from '${PACKAGE}/react';\nimport`,
  `* as React from 'react';`,
].join(' ');

/** What to paste, exactly, for this agent. */
export function snippetFor(way: InstallWay, target: InstallTarget): string {
  const { endpoint, agentId } = target;
  switch (way) {
    case 'script':
    case 'shopify':
      return scriptTag(target);
    case 'npm':
      return `npm install agent-chat

${LOAD}

<agent-chat endpoint="${attribute(endpoint)}" agent-id="${attribute(agentId)}"></agent-chat>`;
    case 'react':
      return `// With Next.js, 'use client' comes first.
${LOAD}
${REACT}

const AgentChat = createAgentChat(React);

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

/** A site that is built has the chat among its own scripts. */
const BUILT: readonly InstallWay[] = ['npm', 'react', 'vue'];

/** The sources that a policy of the site needs for the widget, and nothing that would hold back what else is there. */
export function policyFor(way: InstallWay, { endpoint }: InstallTarget): string {
  const { origin } = new URL(endpoint);
  const questions = `connect-src ${origin}`;
  return BUILT.includes(way) ? questions : `script-src ${origin}; ${questions}`;
}

/** Whether the address leads each visitor to their own machine. */
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
