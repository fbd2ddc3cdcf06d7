import { expect } from '@open-wc/testing';
import { allByRole, byRole, descriptionOf, nameOf, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { type Opened, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

const LABEL = 'Settings as JSON';

async function typeJson({ root, panel }: Opened, text: string): Promise<HTMLInputElement> {
  await waitUntil(() => allByRole(root, 'textbox', LABEL).length > 0, 'the text is there');
  const field = textbox(root, LABEL);
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await panel.updateComplete;
  return field;
}

async function typeAndPressSave(opened: Opened, text: string): Promise<void> {
  const field = await typeJson(opened, text);
  const pressed = { key: 's', ctrlKey: true, bubbles: true, composed: true, cancelable: true };
  const event = new KeyboardEvent('keydown', pressed);
  field.dispatchEvent(event);
  expect(event.defaultPrevented, 'the browser does not save the page').to.equal(true);
}

const faultOf = ({ root }: Opened): string => descriptionOf(textbox(root, LABEL));
const isSaid = ({ root }: Opened, text: string): boolean =>
  allByRole(root, 'status').some(({ textContent }) => textContent!.includes(text));

describe('settings as JSON', () => {
  it('are applied and saved by Ctrl+S, unless they are invalid', async () => {
    const opened = await open();
    const { root, server } = opened;
    await openTab(opened, 'json');
    await typeAndPressSave(opened, '{"temp":3}');
    await waitUntil(() => faultOf(opened).includes('temp: '), 'the fault is shown');
    await typeAndPressSave(opened, '{"name":"From JSON"}');
    await waitUntil(() => isSaid(opened, 'Saved.'), 'it is saved');
    expect(server.current.settings.name).to.equal('From JSON');
    expect(server.versions.length, 'saved once').to.equal(2);
    expect(nameOf(root.activeElement!), 'the keyboard stays in the text').to.equal(LABEL);
  });

  it('are not reported as saved while the text is invalid, even if other changes are', async () => {
    const opened = await open();
    const { server } = opened;
    await openTab(opened, 'json');
    await typeJson(opened, '{"name":"Ada"}');
    byRole(opened.root, 'button', 'Apply to the form').click();
    await typeAndPressSave(opened, '{"temp":0.5');
    await waitUntil(() => faultOf(opened).includes('not valid JSON'), 'the fault is shown');
    expect(server.versions.length, 'nothing is saved').to.equal(1);
    await typeAndPressSave(opened, '{"temp":0.5}');
    await waitUntil(() => isSaid(opened, 'Saved.'), 'both are saved');
    expect([server.current.settings.name, server.current.settings.temp]).to.deep.equal(['Ada', 0.5]);
  });

  it('keep what was changed in the form since editing began', async () => {
    const opened = await open();
    const { root, server } = opened;
    await openTab(opened, 'json');
    await waitUntil(() => allByRole(root, 'textbox', LABEL).length > 0, 'the text is there');
    const all = JSON.parse(textbox(root, LABEL).value);
    await typeJson(opened, JSON.stringify({ ...all, name: 'From JSON' }));
    await openTab(opened, 'greeting');
    type(root, '#field-placeholder', 'From the form');
    await openTab(opened, 'json');
    byRole(root, 'button', 'Apply to the form').click();
    await waitUntil(() => isSaid(opened, 'Save to apply them.'), 'they wait to be saved');
    byRole(root, 'button', 'Save').click();
    await waitUntil(() => isSaid(opened, 'Saved.'), 'they are saved');
    const { name, placeholder } = server.current.settings;
    expect({ name, placeholder }).to.deep.equal({ name: 'From JSON', placeholder: 'From the form' });
  });

  it('are read from a file in a Windows encoding too', async () => {
    const json = '{"name":"Jürgen"}';
    const files = [
      new Uint8Array([...json].map(letter => letter.charCodeAt(0))),
      Uint16Array.from(`\ufeff${json}`, letter => letter.charCodeAt(0)),
      new TextEncoder().encode(`\ufeff${json}`),
    ];
    const opened = await open();
    const { root } = opened;
    await openTab(opened, 'json');
    await waitUntil(() => allByRole(root, 'textbox', LABEL).length > 0, 'the text is there');
    const chooser = root.querySelector<HTMLInputElement>('input[type=file]')!;
    for (const bytes of files) {
      textbox(root, LABEL).value = '';
      const chosen = new DataTransfer();
      chosen.items.add(new File([bytes], 'settings.json'));
      chooser.files = chosen.files;
      chooser.dispatchEvent(new Event('change'));
      await waitUntil(() => textbox(root, LABEL).value !== '', 'it is read');
      expect(textbox(root, LABEL).value).to.equal(json);
      byRole(root, 'button', 'Discard edits').click();
      await opened.panel.updateComplete;
    }
  });

  it('list the options if a value is none of them', async () => {
    const opened = await open();
    await openTab(opened, 'json');
    for (const [text, choices] of [
      ['{"autoOpen":{"exitIntent":"true"}}', 'true, false'],
      ['{"visibility":"hidden"}', 'public, private'],
    ] as const) {
      await typeJson(opened, text);
      await waitUntil(() => faultOf(opened).includes(choices), `${choices} are named`);
    }
  });

  it('say that they must be saved, until they are', async () => {
    const opened = await open();
    const { root } = opened;
    await openTab(opened, 'json');
    await typeJson(opened, '{"name":"Ada"}');
    byRole(root, 'button', 'Apply to the form').click();
    await waitUntil(() => isSaid(opened, 'Save to apply them.'), 'they wait to be saved');
    byRole(root, 'button', 'Save').click();
    await waitUntil(() => isSaid(opened, 'Saved.'), 'they are saved');
    await waitUntil(() => !isSaid(opened, 'Save to apply them.'), 'nothing is left to be done');
  });

  it('are not announced at each keystroke; the error describes the field', async () => {
    const opened = await open();
    const { root } = opened;
    await openTab(opened, 'json');
    await typeJson(opened, '{"name');
    await waitUntil(() => faultOf(opened).includes('line 1, column 2'), 'it is told with the field');
    expect(isSaid(opened, 'not valid JSON')).to.equal(false);
    // Who goes on as if nothing were wrong is led back to it.
    byRole(root, 'button', 'Apply to the form').focus();
    byRole(root, 'button', 'Apply to the form').click();
    expect(nameOf(root.activeElement!)).to.equal(LABEL);
  });

  it('from a file are put into the text field, which gets the focus', async () => {
    const opened = await open();
    const { root } = opened;
    await openTab(opened, 'json');
    await waitUntil(() => allByRole(root, 'textbox', LABEL).length > 0, 'the text is there');
    const input = root.querySelector<HTMLInputElement>('input[type=file]')!;
    const files = new DataTransfer();
    files.items.add(new File(['{"temp":3}'], 'settings.json'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => root.activeElement === textbox(root, LABEL), 'the keyboard is in the text');
    await waitUntil(() => faultOf(opened).includes('temp: '), 'what is wrong with it is told');
  });

  it('can be downloaded in a browser that asks first and reads the data later', async () => {
    const opened = await open();
    await openTab(opened, 'json');
    const { click } = HTMLAnchorElement.prototype;
    let address = '';
    HTMLAnchorElement.prototype.click = function () {
      address = this.href;
    };
    byRole(opened.root, 'button', 'Download').click();
    HTMLAnchorElement.prototype.click = click;
    await new Promise(resolve => setTimeout(resolve));
    const answer = await originalFetch(address);
    expect(await answer.json()).to.have.property('instructions');
  });
});
