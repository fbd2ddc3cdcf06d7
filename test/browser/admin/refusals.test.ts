/** Errors of the tools are explained in the language of the panel. */
import { expect } from '@open-wc/testing';
import { allByRole, byRole, descriptionOf, fill, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, type Opened, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

function refuse({ server }: Opened, path: string): void {
  server.intercept = (_method, asked) =>
    asked.endsWith(path)
      ? Response.json(
          { error: { code: 'rate_limited', message: 'too many' } },
          { status: 429, headers: { 'Retry-After': '42' } },
        )
      : undefined;
}

const said = ({ root }: Opened) => root.querySelector('[role=tabpanel]')!.textContent!;

describe('an error response', () => {
  it('can be read without loading further code', async () => {
    await open();
    const there = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    expect(there).to.include('/src/client/transport/refusal.ts');
  });
});

describe('a tool whose request is refused', () => {
  for (const tab of ['contacts', 'history', 'usage']) {
    it(`says in ${tab} when to try again`, async () => {
      const opened = await open();
      refuse(opened, `/${tab}`);
      await openTab(opened, tab);
      await waitUntil(() => said(opened).includes('Too many requests'), 'the refusal is shown');
      expect(said(opened)).to.contain('Try again in 42 seconds.').and.not.contain('Loading');
      opened.server.intercept = undefined;
      const again = tab === 'usage' ? 'Refresh' : 'Try again';
      button(opened.root, again).focus();
      button(opened.root, again).click();
      await waitUntil(() => !said(opened).includes('Too many requests'), 'it is read');
      const tool = opened.root.querySelector('[role=tabpanel]')!;
      await waitUntil(() => tool.contains(opened.root.activeElement), 'the keyboard goes on in the tab');
      if (tab === 'history') expect(said(opened)).to.contain('Version 1');
      if (tab === 'contacts') expect(said(opened)).to.contain('No contacts yet');
    });
  }

  it('names line and column of a JSON error in the language of the panel', async () => {
    const opened = await open(undefined, 'de');
    const { root, panel } = opened;
    await openTab(opened, 'json');
    const text = byRole<HTMLTextAreaElement>(root, 'textbox');
    text.value = '{\n  "name": "Ada"\n  "temp": 0.5\n}';
    text.dispatchEvent(new Event('input'));
    await panel.updateComplete;
    await waitUntil(() => descriptionOf(text), 'the fault is shown');
    expect(descriptionOf(text)).to.equal('Das ist kein gültiges JSON: Zeile 3, Spalte 3.');
  });

  for (const [json, said] of [
    ['{"name":""}', 'name: Geben Sie 1 bis 100 Zeichen ein.'],
    ['{"name":5}', 'name: Geben Sie 1 bis 100 Zeichen ein.'],
    ['{"suggestedQueries":["a",""]}', 'suggestedQueries: '],
    ['{"initialMessages":{}}', 'initialMessages: '],
    ['{"styles":{"theme":"red"}}', 'light, dark, auto'],
    ['{"autoOpen":{"perWeek":0.5}}', 'autoOpen.perWeek: '],
    ['{"colour":"red"}', 'colour: Diese Einstellung gibt es nicht.'],
    ['{"chatbotId":"x","name":"Ada"}', 'chatbotId: Diese Einstellung gibt es nicht.'],
    ['{"leadForm":{"email":{"placeholder":""}}}', 'leadForm.email.placeholder: Diese'],
    ['{"styles.theme":"dark"}', 'styles.theme: Diese Einstellung gibt es nicht.'],
    ['{"styles":null}', 'styles: Hier muss ein Objekt stehen: { … }.'],
    ['{"autoOpen":true}', 'autoOpen: Hier muss ein Objekt stehen: { … }.'],
    ['["Ada"]', 'akzeptiert: Hier muss ein Objekt stehen: { … }.'],
  ] as const) {
    it(`explains in the language of the panel what is wrong with ${json}`, async () => {
      const opened = await open(undefined, 'de');
      await openTab(opened, 'json');
      const field = textbox(opened.root, /./);
      fill(field, json);
      await waitUntil(() => descriptionOf(field), 'the fault is shown');
      const text = descriptionOf(field);
      expect(text).to.contain(said);
      expect(text).not.to.match(/\bmust\b|\bis not\b|\bEnter\b|\bChoose\b/);
    });
  }

  for (const tab of ['contacts', 'usage', 'history']) {
    it(`says in ${tab} that it is loading over a slow connection`, async () => {
      const opened = await open();
      const { fetch } = globalThis;
      globalThis.fetch = (input, init) =>
        String(input).includes(tab) ? new Promise(() => {}) : fetch(input, init);
      await openTab(opened, tab);
      const shown = opened.root.querySelector('[role=tabpanel]')!;
      await waitUntil(() => shown.textContent!.includes('Loading…'), 'it says so');
    });
  }
});

describe('a save of which the server refuses one field', () => {
  it('focuses the field, shows the server’s message until it is edited, and loses nothing', async () => {
    const opened = await open(undefined, 'de');
    const { root, panel, server } = opened;
    type(root, '#field-name', 'Ada');
    await openTab(opened, 'opening');
    root.querySelector<HTMLElement>('#feature-autoOpen')!.click();
    await openTab(opened, 'greeting');
    type(root, '#field-placeholder', 'Frag mich');
    await openTab(opened, 'json');
    server.intercept = method =>
      method === 'POST'
        ? Response.json(
            { error: { code: 'invalid_request', message: 'placeholder: must be a question' } },
            { status: 400 },
          )
        : undefined;
    button(root, 'Speichern').click();
    await waitUntil(() => root.querySelector('#field-placeholder'), 'the tab of the field is open');
    const field = root.querySelector<HTMLInputElement>('#field-placeholder')!;
    await waitUntil(() => root.activeElement === field, 'the keyboard is in the field');
    expect(field.value).to.equal('Frag mich');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    const told = field.getAttribute('aria-describedby')!.split(' ')[0]!;
    expect(root.getElementById(told)!.textContent).to.contain('must be a question');
    expect(root.querySelector('[role=alert]')!.textContent).to.contain('Platzhalter: must be a question');

    type(root, '#field-placeholder', 'Frag mich?');
    await panel.updateComplete;
    expect(field.getAttribute('aria-invalid')).not.to.equal('true');
    server.intercept = undefined;
    button(root, 'Speichern').click();
    await waitUntil(() => allByRole(root, 'status', /^Gespeichert/)[0], 'it is saved');
    const { settings } = server.current;
    expect([settings.name, settings.placeholder, settings.autoOpen !== null]).to.deep.equal([
      'Ada',
      'Frag mich?',
      true,
    ]);
  });

  for (const [key, control] of [
    ['allowedDomains', '#field-allowedDomains-0'],
    ['visibility', '[type=radio]:checked'],
    ['styles.theme', '[type=radio]:checked'],
  ] as const) {
    it(`focuses ${key}, where no single part is invalid`, async () => {
      const opened = await open(server => server.saveElsewhere({ allowedDomains: ['shop.example'] }));
      const { root, server } = opened;
      type(root, '#field-name', 'Ada');
      server.intercept = method =>
        method === 'POST'
          ? Response.json(
              { error: { code: 'invalid_request', message: `${key}: is not for you` } },
              { status: 400 },
            )
          : undefined;
      button(root, 'Save').click();
      await waitUntil(() => root.querySelector('[role=tabpanel] .fault'), 'it is said at the field');
      const field = root.querySelector('.fault')!.closest('.field')!;
      await waitUntil(() => field.contains(root.activeElement), 'the keyboard is there');
      expect(root.activeElement!.matches(control)).to.equal(true);
    });
  }

  for (const message of [
    'suggestedQueries[1]: must be a question',
    'suggestedQueries: entry 2 must be a question',
  ]) {
    it(`focuses the list entry that is refused as “${message}”`, async () => {
      const opened = await open(server =>
        server.saveElsewhere({ suggestedQueries: ['One', 'Two', 'Three'] }),
      );
      const { root, panel, server } = opened;
      await openTab(opened, 'greeting');
      fill(textbox(root, 'Suggested questions, entry 3'), 'Four');
      await panel.updateComplete;
      server.intercept = method =>
        method === 'POST'
          ? Response.json({ error: { code: 'invalid_request', message } }, { status: 400 })
          : undefined;
      byRole(root, 'button', 'Save').click();
      const entry = textbox(root, 'Suggested questions, entry 2');
      await waitUntil(() => root.activeElement === entry, 'the keyboard is there');
      expect(allByRole(root, 'textbox').filter(({ ariaInvalid }) => ariaInvalid === 'true')).to.deep.equal([
        entry,
      ]);
      expect(descriptionOf(entry)).to.contain('must be a question');
      fill(entry, 'Two?');
      await panel.updateComplete;
      expect(entry.ariaInvalid).to.equal('false');
    });
  }

  it('does not move the focus if the error names no field', async () => {
    const opened = await open();
    const { root, server } = opened;
    type(root, '#field-name', 'Ada');
    await openTab(opened, 'look');
    server.intercept = method =>
      method === 'POST'
        ? Response.json({ error: { code: 'invalid_request', message: 'Not like this' } }, { status: 400 })
        : undefined;
    button(root, 'Save').focus();
    button(root, 'Save').click();
    const alert = (): string => root.querySelector('[role=alert]')!.textContent!;
    await waitUntil(() => alert().includes('Not like this.'), 'it is said as a sentence');
    expect(root.querySelector('#tab-look')!.getAttribute('aria-selected')).to.equal('true');
    expect(root.activeElement).to.equal(button(root, 'Save'));
  });
});
