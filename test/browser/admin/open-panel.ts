/** The panel against the admin's side of the proxy, opened as far as its settings. */
import { fixture, html } from '@open-wc/testing';
import type { AgentChatAdmin } from '../../../src/agent-chat-admin.ts';
import { waitUntil } from '../wait-until.ts';
import '../../../src/agent-chat-admin.ts';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';

export interface Opened {
  panel: AgentChatAdmin;
  root: ShadowRoot;
  server: AdminServer;
}

export const ALL_TABS = [
  'agent',
  'greeting',
  'look',
  'opening',
  'leads',
  'access',
  'contacts',
  'install',
  'usage',
  'test',
  'history',
  'json',
];

export async function open(prepare: (server: AdminServer) => void = () => {}, lang = 'en'): Promise<Opened> {
  const server = new AdminServer();
  prepare(server);
  globalThis.fetch = server.fetch;
  const panel = await fixture<AgentChatAdmin>(
    html`<agent-chat-admin lang=${lang} endpoint="http://admin.test/" agent-id=${AGENT_ID} .token=${ADMIN_TOKEN}></agent-chat-admin>`,
  );
  const root = panel.shadowRoot!;
  await waitUntil(
    () => root.querySelector(`[part=panel][lang=${lang}] [role=tablist]`),
    'the settings open in their language',
  );
  return { panel, root, server };
}

export async function openTab({ root, panel }: Opened, name: string): Promise<void> {
  root.querySelector<HTMLElement>(`#tab-${name}`)!.click();
  await panel.updateComplete;
  await waitUntil(() => root.querySelector('[role=tabpanel] h3'), `the tab ${name} is drawn`);
}

export function type(root: ShadowRoot, selector: string, text: string): void {
  const field = root.querySelector<HTMLInputElement>(selector)!;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

export function button(root: ShadowRoot, name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find(
    candidate => (candidate.getAttribute('aria-label') ?? candidate.textContent ?? '').trim() === name,
  );
  if (!found) throw new Error(`there is no button ${name}`);
  return found;
}
