import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';
import { waitUntil } from '../wait-until.ts';
import { button, type Opened, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
});

const toggleOf = ({ root }: Opened): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('button[aria-pressed]')].find(found => found.checkVisibility());

const sees = ({ root }: Opened, selector: string): boolean =>
  root.querySelector(selector)?.checkVisibility() ?? false;

/** A page with a widget of its own, beside the panel where there is room, else below it. */
async function openBeside(): Promise<Opened> {
  globalThis.fetch = new AdminServer().fetch;
  const page = await fixture(html`<div style="display: flex; flex-wrap: wrap">
    <agent-chat-admin style="flex: 1 1 500px" endpoint="http://admin.test/" agent-id=${AGENT_ID} for="shown" .token=${ADMIN_TOKEN}></agent-chat-admin>
    <agent-chat id="shown" mode="inline" style="flex: 1 1 300px; block-size: 400px" endpoint="http://admin.test/" agent-id=${AGENT_ID}></agent-chat>
  </div>`);
  const panel = page.querySelector('agent-chat-admin')!;
  const root = panel.shadowRoot!;
  await waitUntil(() => root.querySelector('[role=tablist]'), 'the settings open');
  return { panel, root, server: new AdminServer() };
}

describe('the preview below a long form', () => {
  it('replaces the form, which then returns to its scroll position', async () => {
    await setViewport({ width: 390, height: 700 });
    for (const [lang, word] of [
      ['en', 'Preview'],
      ['de', 'Vorschau'],
      ['ar', 'معاينة'],
    ] as const) {
      const opened = await open(() => {}, lang);
      const { panel, root } = opened;
      await waitUntil(() => toggleOf(opened), 'there is a way to the preview');
      const toggle = toggleOf(opened)!;
      expect(toggle.textContent?.trim()).to.equal(word);
      scrollTo(0, 300);
      const left = scrollY;
      toggle.focus({ preventScroll: true });
      toggle.click();
      await waitUntil(() => !sees(opened, '[role=tabpanel]'), 'the form makes room');
      expect(toggle.getAttribute('aria-pressed')).to.equal('true');
      expect(root.activeElement).to.equal(toggle);
      const controls = root.querySelector('[part=preview]')!.getBoundingClientRect();
      expect(controls.top).to.be.within(0, innerHeight / 2);
      expect(toggle.getBoundingClientRect().top, 'the way back stays in view').to.be.within(-1, innerHeight);
      toggle.click();
      await waitUntil(
        () => sees(opened, '[role=tabpanel]') && Math.abs(scrollY - left) < 2,
        'the form is where it was',
      );
      panel.remove();
    }
  });

  it('gives way to the form when Save finds an invalid field', async () => {
    const opened = await open();
    const { root } = opened;
    type(root, '#field-name', '');
    await waitUntil(() => toggleOf(opened), 'there is a way to the preview');
    toggleOf(opened)!.click();
    await waitUntil(() => !sees(opened, '[role=tabpanel]'));
    button(root, 'Save').click();
    await waitUntil(() => root.activeElement?.id === 'field-name', 'the field at fault has the focus');
    expect(toggleOf(opened)!.getAttribute('aria-pressed')).to.equal('false');
  });

  it('is beside the form where there is room, and there is no button', async () => {
    await setViewport({ width: 1300, height: 800 });
    const opened = await open();
    const { root } = opened;
    await waitUntil(() => root.querySelector('agent-chat'), 'the preview is there');
    const edges = (selector: string): DOMRect => root.querySelector(selector)!.getBoundingClientRect();
    expect(edges('agent-chat').left).to.be.at.least(edges('.body').right);
    expect(edges('agent-chat').top).to.be.below(edges('.body').bottom);
    expect(toggleOf(opened)).to.equal(undefined);
  });

  it('is only where the open tab has settings that it shows', async () => {
    const opened = await open();
    for (const [tab, isShown] of [
      ['look', true],
      ['install', false],
      ['access', false],
      ['leads', true],
    ] as const) {
      await openTab(opened, tab);
      expect(sees(opened, '[part=preview]'), tab).to.equal(isShown);
    }
  });

  it('has no button while the widget is beside the form, and shows the form again', async () => {
    await setViewport({ width: 390, height: 700 });
    const opened = await openBeside();
    await waitUntil(() => toggleOf(opened), 'it stands below');
    toggleOf(opened)!.click();
    await waitUntil(() => !sees(opened, '[role=tabpanel]'));
    await setViewport({ width: 1000, height: 800 });
    await waitUntil(() => !toggleOf(opened), 'it stands beside');
    expect(sees(opened, '[role=tabpanel]')).to.equal(true);
  });
});
