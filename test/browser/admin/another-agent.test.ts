/** Whoever turns to another agent finds his work on the way back, and his tool for the one he turned to. */
import { expect } from '@open-wc/testing';
import { AGENT_ID } from '../../fakes/admin-server.ts';
import { allByRole, byRole } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

/** The browser asks whether to leave. */
function asked(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Another agent of the same server, with a name of its own. */
const OTHER = '11111111-2222-4333-8444-555555555555';

describe('switching to another agent', () => {
  it('keeps unsaved changes of the first agent, and warns before the page is left', async () => {
    const { root, panel } = await open(server => {
      server.intercept = (_method, path) =>
        path.includes(OTHER)
          ? Response.json({ data: { settings: { name: 'Other' }, version: 1 } })
          : undefined;
    });
    const name = (): string | undefined => root.querySelector<HTMLInputElement>('#field-name')?.value;
    type(root, '#field-name', 'Unsaved');
    await panel.updateComplete;
    panel.agentId = OTHER;
    await waitUntil(() => name() === 'Other', 'the other agent is shown');
    expect(asked(), 'before leaving').to.equal(true);
    panel.agentId = AGENT_ID;
    await waitUntil(() => name() === 'Unsaved', 'what was typed is there');
    button(root, 'Undo').click();
    await waitUntil(() => name() === 'Assistant', 'and can be undone');
    expect(asked(), 'with nothing unsaved').to.equal(false);
  });

  it('shows the open tool for the new agent', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'install');
    expect(byRole(root, 'region', 'Script tag').textContent).to.contain(AGENT_ID);
    panel.agentId = OTHER;
    opened.server.intercept = () => Response.json({ data: { settings: { name: 'Other' }, version: 1 } });
    await waitUntil(
      () => allByRole(root, 'region', 'Script tag')[0]?.textContent?.includes(OTHER),
      'its snippet is there',
    );
  });
});
