/** A feature that an owner switches on does what its switch says. */
import { expect } from '@open-wc/testing';
import { byRole, fill, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

describe('a feature switch', () => {
  it('switches auto-open on with a delay that the owner can see and change', async () => {
    const opened = await open();
    const { root, panel, server } = opened;
    await openTab(opened, 'opening');
    const feature = (): HTMLInputElement => byRole(root, 'switch', 'Open the chat automatically');
    feature().click();
    await panel.updateComplete;
    expect(textbox(root, 'Delay').value).to.equal('10');
    fill(textbox(root, 'Delay'), '25');
    await panel.updateComplete;
    feature().click();
    await panel.updateComplete;
    feature().click();
    await panel.updateComplete;
    expect(textbox(root, 'Delay').value, 'as it was when it was last on').to.equal('25');
    byRole(root, 'button', 'Save').click();
    await waitUntil(() => server.current.settings.autoOpen?.delay === 25, 'it is saved');
  });

  it('hides the fields of a feature that is off', async () => {
    const opened = await open(server => server.saveElsewhere({ autoOpen: {} }));
    const { root, panel } = opened;
    await openTab(opened, 'opening');
    const delay = byRole<HTMLInputElement>(root, 'switch', 'Delay');
    expect(delay.checked).to.equal(false);
    delay.focus();
    delay.click();
    await panel.updateComplete;
    expect(delay.checked).to.equal(true);
    expect(root.activeElement).to.equal(delay);
    expect(textbox(root, 'Delay').value).to.equal('10');
  });
});

describe('the line about the model', () => {
  const line = (root: ShadowRoot): string =>
    root.querySelector('[role=tabpanel] .lead')?.textContent?.trim() ?? '';

  it('says that settings have no effect without a model and how to connect one', async () => {
    const { root } = await open(server => {
      server.ready = { status: 'ok', model: null };
    });
    await waitUntil(() => line(root) !== '', 'the line is shown');
    expect(line(root)).to.equal(
      'No model is connected: instructions, model and temperature have no effect. To connect one, set OPENAI_BASE_URL or OPENAI_API_KEY for the agent service.',
    );
  });

  it('names the connected model', async () => {
    const { root } = await open(server => {
      server.ready = { status: 'ok', model: { name: 'llama3.1' } };
    });
    await waitUntil(() => line(root) === 'A model is connected: llama3.1', 'the line names it');
  });

  it('names the model of the settings where these name one', async () => {
    const { root } = await open(server => {
      server.ready = { status: 'ok', model: { name: null } };
      server.saveElsewhere({ model: 'mistral-large' });
    });
    await waitUntil(() => line(root) === 'A model is connected: mistral-large', 'the line names it');
  });

  it('is missing where the agent service says nothing of a model', async () => {
    let asked = 0;
    const { root, panel } = await open(server => {
      Object.defineProperty(server, 'ready', {
        get: () => {
          asked++;
          return { status: 'ok' };
        },
      });
    });
    await waitUntil(() => asked > 0, 'the panel asks');
    await panel.updateComplete;
    expect(line(root)).to.equal('');
  });
});
