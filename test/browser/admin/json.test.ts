import { expect } from '@open-wc/testing';
import { waitUntil } from '../wait-until.ts';
import { type Opened, open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

async function typeAndPressSave({ root, panel }: Opened, text: string): Promise<void> {
  await waitUntil(() => root.querySelector('#json-text'), 'the text is there');
  const field = root.querySelector<HTMLTextAreaElement>('#json-text')!;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await panel.updateComplete;
  field.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 's',
      ctrlKey: true,
      bubbles: true,
      composed: true,
      cancelable: true,
    }),
  );
}

describe('settings as JSON', () => {
  it('are saved by Ctrl+S as they are typed, and not while they are wrong', async () => {
    const opened = await open();
    const { root, server } = opened;
    await openTab(opened, 'json');
    await typeAndPressSave(opened, '{"temp":3}');
    await waitUntil(() => root.querySelector('#json-fault .fault'), 'the fault is shown');
    await typeAndPressSave(opened, '{"name":"From JSON"}');
    await waitUntil(() => root.querySelector('.said')!.textContent!.includes('Accepted'), 'it is saved');
    expect(server.current.settings.name).to.equal('From JSON');
    expect(server.versions.length, 'saved once').to.equal(2);
    expect(root.activeElement?.id, 'the keyboard stays in the text').to.equal('json-text');
  });
});
