import { expect, fixture, html } from '@open-wc/testing';
import type { AgentChatAdmin } from '../../../src/agent-chat-admin.ts';
import { waitUntil } from '../wait-until.ts';
import '../../../src/agent-chat-admin.ts';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';
import { allByRole, byRole, fill, textbox } from '../by-role.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('the token', () => {
  it('keeps the focus while a slow server checks it, and is sent once', async () => {
    const server = new AdminServer();
    let answer = (): void => {};
    const asked = new Promise<void>(resolve => {
      answer = resolve;
    });
    globalThis.fetch = async (input, init) => {
      await asked;
      return server.fetch(input, init);
    };
    const panel = await fixture<AgentChatAdmin>(
      html`<agent-chat-admin lang="en" endpoint="http://admin.test/" agent-id=${AGENT_ID}></agent-chat-admin>`,
    );
    const root = panel.shadowRoot!;
    await waitUntil(() => allByRole(root, 'textbox', 'Admin token').length > 0, 'it asks for the token');
    fill(textbox(root, 'Admin token'), ADMIN_TOKEN);
    const open = byRole(root, 'button', 'Open');
    open.focus();
    open.click();
    await waitUntil(() => allByRole(root, 'button', 'Opening…').length > 0, 'it is on its way');
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    expect(root.activeElement).to.equal(open);
    open.click();
    answer();
    await waitUntil(() => root.activeElement?.role === 'tab', 'the tabs have the keyboard');
    // The preview asks for them as well, and shows no token.
    const withToken = server.seen.filter(
      ({ path, headers }) => path.endsWith('/settings') && headers.has('Authorization'),
    );
    expect(withToken).to.have.length(1);
  });

  it('is forgotten for every server when the panel is locked', async () => {
    globalThis.fetch = new AdminServer().fetch;
    const panel = await fixture<AgentChatAdmin>(
      html`<agent-chat-admin lang="en" endpoint="http://admin.test/" agent-id=${AGENT_ID}></agent-chat-admin>`,
    );
    const root = panel.shadowRoot!;
    for (const endpoint of ['http://admin.test/', 'http://other.test/']) {
      panel.endpoint = endpoint;
      await waitUntil(() => allByRole(root, 'textbox', 'Admin token').length > 0, 'it asks for the token');
      fill(textbox(root, 'Admin token'), ADMIN_TOKEN);
      byRole(root, 'checkbox', 'Remember in this tab').click();
      byRole(root, 'button', 'Open').click();
      await waitUntil(() => allByRole(root, 'button', 'Lock').length > 0, `it opens at ${endpoint}`);
    }
    byRole(root, 'button', 'Lock').click();
    await panel.updateComplete;
    expect(JSON.stringify({ ...sessionStorage })).not.to.contain(ADMIN_TOKEN);
    panel.endpoint = 'http://admin.test/';
    await panel.updateComplete;
    expect(allByRole(root, 'textbox', 'Admin token')).to.have.length(1);
    sessionStorage.clear();
  });
});
