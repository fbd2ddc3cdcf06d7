/** A feature that an owner switches on does what its switch says. */
import { expect, fixtureCleanup } from '@open-wc/testing';
import { byRole, fill, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { open, openTab } from './open-panel.ts';

const originalFetch = globalThis.fetch;
/** A model is named by its provider. */
const CORPUS_NAME = '<img src=x onerror=fired()>';

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

  it('leads to the page about models if the server has it, and else names the file', async () => {
    const guide = (root: ShadowRoot): string => root.querySelectorAll('.lead')[1]?.textContent?.trim() ?? '';
    const bare = await open(server => {
      server.ready = { status: 'ok', model: null };
    });
    await waitUntil(() => guide(bare.root) === 'How to connect a model: docs/models.md', 'the file is named');
    const { root, panel } = await open(server => {
      server.ready = { status: 'ok', model: null };
      server.documentation = true;
    });
    // The panel asks for the page only at its own origin.
    panel.endpoint = '/';
    await waitUntil(() => root.querySelector('.lead a') !== null, 'the link is shown');
    expect(root.querySelector('.lead a')!.getAttribute('href')).to.match(/\/demo\/docs\/models\.md$/);
  });

  it('lists the models there are, and a press chooses one', async () => {
    const { root, panel } = await open(server => {
      server.models = { model: { name: 'llama3.1', status: 'ok' }, available: ['llama3.1', CORPUS_NAME] };
    });
    await waitUntil(() => root.querySelector('.models') !== null, 'the list is shown');
    const list = root.querySelector<HTMLDetailsElement>('.models')!;
    expect(list.querySelector('summary')!.textContent).to.equal('Models of the provider: 2');
    list.open = true;
    byRole(root, 'button', CORPUS_NAME).click();
    await panel.updateComplete;
    expect(textbox(root, 'Model').value).to.equal(CORPUS_NAME);
    expect(byRole(root, 'button', CORPUS_NAME).getAttribute('aria-pressed')).to.equal('true');
    expect(root.querySelector('.fault')).to.equal(null);
    expect(root.querySelector('img')).to.equal(null);
    await expect(panel).to.be.accessible();
  });

  it('warns of a model that the provider does not list', async () => {
    const { root } = await open(server => {
      server.models = { model: { name: 'llama3.1', status: 'ok' }, available: ['llama3.1:latest', 'qwen'] };
    });
    await waitUntil(() => root.querySelector('.models') !== null, 'the list is shown');
    expect(root.querySelector('.fault')).to.equal(null);
    fill(textbox(root, 'Model'), 'lama');
    await waitUntil(
      () => root.querySelector('.fault')?.textContent?.includes('The provider lists no model “lama”'),
      'the warning is shown',
    );
    fill(textbox(root, 'Model'), 'qwen');
    await waitUntil(() => root.querySelector('.fault') === null, 'the warning is gone');
  });

  it('says why a model does not answer', async () => {
    for (const [status, words] of [
      ['unreachable', 'nothing can be reached'],
      ['refused', 'refuses the key'],
      ['failing', 'last reply failed'],
    ] as const) {
      const { root } = await open(server => {
        server.models = { model: { name: 'llama3.1', status }, available: null };
      });
      await waitUntil(() => root.querySelector('.fault')?.textContent?.includes(words), words);
      fixtureCleanup();
    }
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
