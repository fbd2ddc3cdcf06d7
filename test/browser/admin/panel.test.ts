import { expect, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { ADMIN_TOKEN, AGENT_ID } from '../../fakes/admin-server.ts';
import { allByRole, byRole, nameOf } from '../by-role.ts';
import { prefer } from '../prefer.ts';
import { waitUntil } from '../wait-until.ts';
import { ALL_TABS, button, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;
/** The button of one in the history. */
const VERSION = /^Version \d/;
const ROWS = /^Rows per page/;
const CONTRAST = /Text on this colour/;
const AS_A_TABLE = 'Show as a table';

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
  await prefer({ colorScheme: 'light', forcedColors: 'none' });
  document.documentElement.removeAttribute('style');
});

describe('the admin panel', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`is accessible in every tab, ${scheme}`, async function () {
      this.timeout(60_000);
      await prefer({ colorScheme: scheme });
      document.documentElement.style.colorScheme = scheme;
      const opened = await open(server => {
        server.contacts.push({ external_id: 'a', name: 'Ann', custom_attributes: { tier: 'gold' } });
        server.saveElsewhere({ rateLimit: {}, autoOpen: {}, leadForm: {}, initialMessages: ['Hello'] });
      });
      for (const tab of ALL_TABS) {
        await openTab(opened, tab);
        await expect(opened.panel).to.be.accessible();
      }
    });
  }

  it('is accessible with a reply in Try it, and fits 320 px with the days as a table', async function () {
    this.timeout(60_000);
    await setViewport({ width: 320, height: 640 });
    const opened = await open(server => {
      server.usage = { days: [{ day: new Date().toISOString().slice(0, 10), requests: 12_000, credits: 9 }] };
      server.intercept = (method, path) =>
        method === 'POST' && path.endsWith('/chat')
          ? new Response(
              'data: {"type":"token","content":"Hello"}\n\ndata: {"type":"error","message":"x"}\n\n',
              {
                headers: { 'Content-Type': 'text/event-stream' },
              },
            )
          : undefined;
    });
    const { root, panel } = opened;
    await openTab(opened, 'test');
    root.querySelector<HTMLTextAreaElement>('#test-message')!.value = 'Who are you?';
    button(root, 'Send').click();
    await waitUntil(() => {
      const [events] = allByRole(root, 'list', 'Events');
      return events && allByRole(events, 'listitem').length >= 2;
    }, 'the reply is there');
    await waitUntil(() => !button(root, 'Send').ariaDisabled, 'it is whole');
    await expect(panel).to.be.accessible();
    await openTab(opened, 'usage');
    await waitUntil(() => allByRole(root, 'disclosure', AS_A_TABLE)[0], 'the numbers are there');
    byRole(root, 'disclosure', AS_A_TABLE).click();
    await expect(panel).to.be.accessible();
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
  });

  it('fits 320 px without scrolling sideways, in every tab and from right to left', async function () {
    this.timeout(60_000);
    await setViewport({ width: 320, height: 640 });
    for (const lang of ['en', 'ar']) {
      const opened = await open(server => {
        server.contacts.push({ external_id: 'a'.repeat(200), name: 'Ann' });
        server.saveElsewhere({ rateLimit: {}, autoOpen: {}, leadForm: {}, initialMessages: ['Hello'] });
      }, lang);
      for (const tab of ALL_TABS) {
        await openTab(opened, tab);
        expect(document.documentElement.scrollWidth, `${lang} ${tab}`).to.be.at.most(320);
      }
    }
  });

  it('shows limit and default beside a field, unless the control shows them', async () => {
    const opened = await open(server => server.saveElsewhere({ autoOpen: {}, leadForm: {} }));
    const { root } = opened;
    const said = new Map<string, string>();
    for (const tab of ['agent', 'greeting', 'look', 'opening', 'leads']) {
      await openTab(opened, tab);
      for (const limit of root.querySelectorAll('.limit')) said.set(limit.id, limit.textContent!.trim());
      for (const control of root.querySelectorAll('[role=tabpanel] [aria-describedby]')) {
        for (const id of control.getAttribute('aria-describedby')!.split(' '))
          expect(root.getElementById(id), id).to.exist;
      }
    }
    expect(said.get('field-name-limit')).to.contain('of 100 characters · Default: Assistant');
    expect(said.get('field-temp-limit')).to.equal('0 to 1 · Default: 0.2');
    expect(said.get('field-instructions-limit')).to.equal('0 of 20,000 characters');
    expect(said.get('field-autoOpen-delay-limit')).to.equal('0 to 3,600');
    for (const plain of ['styles-theme', 'styles-buttonColor', 'styles-font', 'leadForm-name-enabled'])
      expect(said.get(`field-${plain}-limit`), plain).to.equal(undefined);
  });

  it('has one Tab stop for all tabs and moves between them with arrow keys', async () => {
    const { root, panel } = await open();
    const press = async (key: string): Promise<string> => {
      root.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      await panel.updateComplete;
      return root.activeElement!.id;
    };
    expect(root.querySelectorAll('[role=tab][tabindex="0"]')).to.have.length(1);
    root.querySelector<HTMLElement>('#tab-agent')!.focus();
    expect(await press('ArrowDown')).to.equal('tab-greeting');
    expect(await press('End')).to.equal('tab-json');
    expect(await press('ArrowRight')).to.equal('tab-agent');
    expect(root.querySelector('[aria-selected=true]')!.id).to.equal('tab-agent');
  });

  it('mirrors the arrow keys from right to left', async () => {
    const { root, panel } = await open(() => {}, 'ar');
    const tab = (name: string): HTMLElement => root.querySelector<HTMLElement>(`#tab-${name}`)!;
    const press = async (key: string): Promise<string> => {
      root.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      await panel.updateComplete;
      return root.activeElement!.id;
    };
    tab('greeting').focus();
    tab('greeting').click();
    await panel.updateComplete;
    expect(await press('ArrowLeft')).to.equal('tab-look');
    expect(await press('ArrowRight')).to.equal('tab-greeting');
  });

  it('explains an invalid value, links the message to the field and leads to it', async () => {
    const { root, panel } = await open();
    type(root, '#field-name', '');
    await panel.updateComplete;
    const field = root.querySelector<HTMLInputElement>('#field-name')!;
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    const described = field
      .getAttribute('aria-describedby')!
      .split(' ')
      .map(id => root.getElementById(id)?.textContent);
    expect(described.join(' ')).to.contain('Enter 1 to 100 characters.');
    root.querySelector<HTMLElement>('#tab-look')!.click();
    await panel.updateComplete;
    button(root, 'Save').click();
    await waitUntil(() => root.activeElement?.id === 'field-name', 'the focus goes to the faulty field');
  });

  it('keeps the decimal point while 0.7 is typed', async () => {
    const { root, panel } = await open();
    const field = root.querySelector<HTMLInputElement>('#field-temp')!;
    const written = async (text: string): Promise<string> => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await panel.updateComplete;
      return field.value;
    };
    expect(field.value).to.equal('0.2');
    for (const text of ['0.', '0.0', '0.05', '0,', '0,7']) expect(await written(text)).to.equal(text);
    expect(field.getAttribute('aria-invalid')).to.equal('false');
    field.dispatchEvent(new Event('change', { bubbles: true }));
    expect(field.value, 'left').to.equal('0.7');
    button(root, 'Undo').click();
    await panel.updateComplete;
    expect(field.value).to.equal('0.2');
  });

  it('shows nothing about the agent while locked, and moves the focus to the token', async () => {
    const { root, panel, server } = await open(at => at.saveElsewhere({ name: 'Known to the owner' }));
    type(root, '#field-instructions', 'Still a secret');
    await panel.updateComplete;
    button(root, 'Lock').click();
    await waitUntil(() => root.activeElement?.id === 'token', 'the token is asked for');
    const seen = (): string => byRole(root, 'region').innerText;
    expect(seen()).not.to.match(/Known|secret/);

    server.down = true;
    type(root, '#token', 'rubbish');
    button(root, 'Open').click();
    await waitUntil(() => seen().includes('The server cannot be reached.'), 'why it does not open');
    expect(seen()).not.to.match(/Known|secret/);
    expect(root.activeElement?.id).to.equal('token');

    server.down = false;
    type(root, '#token', ADMIN_TOKEN);
    button(root, 'Open').click();
    await waitUntil(() => root.activeElement?.id === 'tab-agent', 'the tabs have the focus');
    expect(root.querySelector<HTMLTextAreaElement>('#field-instructions')!.value).to.equal('Still a secret');
  });

  it('reorders a list with buttons, keeps the focus on the entry and announces its position', async () => {
    const opened = await open(server => server.saveElsewhere({ suggestedQueries: ['One', 'Two', 'Three'] }));
    await openTab(opened, 'greeting');
    const { root, panel } = opened;
    const list = root.querySelector('#field-suggestedQueries')!;
    const values = (): string[] => [...list.querySelectorAll('input')].map(input => input.value);
    list.querySelector<HTMLElement>('[aria-label="Move entry 3 up"]')!.click();
    await panel.updateComplete;
    expect(values()).to.deep.equal(['One', 'Three', 'Two']);
    await waitUntil(
      () => root.activeElement?.getAttribute('aria-label') === 'Move entry 2 up',
      'the button of the moved entry has the focus',
    );
    expect(list.querySelector('[role=status]')!.textContent).to.equal('Now entry 2 of 3');
  });

  it('reorders a list by dragging its grip', async () => {
    const opened = await open(server => server.saveElsewhere({ suggestedQueries: ['One', 'Two', 'Three'] }));
    await openTab(opened, 'greeting');
    const { root, panel } = opened;
    const rows = [...root.querySelectorAll('#field-suggestedQueries li')];
    const grip = rows[0]!.querySelector<HTMLElement>('.grip')!;
    const { left, top } = rows[2]!.getBoundingClientRect();
    const over = { pointerId: 1, clientX: left + 5, clientY: top + 5 };
    grip.setPointerCapture = () => {};
    grip.dispatchEvent(new PointerEvent('pointerdown', { button: 0, pointerId: 1, bubbles: true }));
    grip.dispatchEvent(new PointerEvent('pointermove', over));
    grip.dispatchEvent(new PointerEvent('lostpointercapture', { pointerId: 1 }));
    await panel.updateComplete;
    const values = [...root.querySelectorAll<HTMLInputElement>('#field-suggestedQueries input')].map(
      ({ value }) => value,
    );
    expect(values).to.deep.equal(['Two', 'Three', 'One']);
    const list = root.querySelector('#field-suggestedQueries')!;
    await waitUntil(
      () => list.querySelector('[role=status]')!.textContent === 'Now entry 3 of 3',
      'the drop is said as the button is',
    );
  });

  it('shows the contrast of a colour', async () => {
    const opened = await open();
    await openTab(opened, 'look');
    const { root, panel } = opened;
    type(root, '#field-styles-buttonColor', '#ffff00');
    await panel.updateComplete;
    expect(byRole(root, 'status', CONTRAST).textContent).to.match(/Hard to see[\s\S]*19\.5:1[\s\S]* 1:1/);
    type(root, '#field-styles-buttonColor', 'rgb(from red r g b); } * { display: none');
    await panel.updateComplete;
    expect(allByRole(root, 'status', CONTRAST)).to.have.length(0);
    expect(root.querySelector('#field-styles-buttonColor-fault')!.textContent).to.contain('CSS colour');
  });

  it('shows a message colour with text on it and accepts a pale one', async () => {
    const opened = await open();
    await openTab(opened, 'look');
    const { root, panel } = opened;
    type(root, '#field-styles-agentMessageColor', '#eeeef4');
    await panel.updateComplete;
    const report = byRole(root, 'status', CONTRAST);
    expect(report.textContent).to.match(/Text on this colour: 18/);
    expect(report.textContent).not.to.match(/Hard to see|faint/);
    expect(report.querySelector('text')!.getAttribute('fill')).to.equal('black');
  });

  it('dispatches an event for a save, and warns before leaving with unsaved changes', async () => {
    const { root, panel, server } = await open();
    const leave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).to.equal(false);
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    expect(leave()).to.equal(true);
    const saved = new Promise<CustomEvent>(resolve => {
      panel.addEventListener('agent-chat-admin-save', event => resolve(event as CustomEvent), { once: true });
    });
    button(root, 'Save').click();
    expect((await saved).detail).to.deep.equal({ patch: { name: 'Ada' }, version: 2 });
    await panel.updateComplete;
    expect(leave()).to.equal(false);
    expect(server.current.settings.name).to.equal('Ada');
  });

  it('saves by Ctrl+S, with Caps Lock on too', async () => {
    const { root, panel, server } = await open();
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    const pressed = new KeyboardEvent('keydown', {
      key: 'S',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    panel.dispatchEvent(pressed);
    expect(pressed.defaultPrevented, 'the browser does not save the page').to.equal(true);
    await waitUntil(() => server.current.settings.name === 'Ada', 'it is saved');
  });

  it('keeps the focus on Save, moves it to a conflict, and back to Save', async () => {
    const { root, panel, server } = await open();
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    const save = button(root, 'Save');
    save.focus();
    save.click();
    await waitUntil(() => server.current.settings.name === 'Ada' && save.textContent?.trim() === 'Save');
    await waitUntil(() => save.getAttribute('aria-disabled') === 'true', 'nothing to save');
    expect(root.activeElement).to.equal(save);

    type(root, '#field-name', 'Grace');
    await fetch('http://admin.test/v2/chatbots/settings', {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ chatbotId: AGENT_ID, name: 'Somebody else' }),
    });
    const failed = oneEvent(panel, 'agent-chat-admin-error');
    save.click();
    expect((await failed).detail.code).to.equal('conflict');
    await waitUntil(() => root.activeElement?.id === 'conflict-title', 'the question has the focus');
    expect(allByRole(byRole(root, 'form', /^Someone else saved/), 'radiogroup', 'Name')).to.have.length(1);
    button(root, 'Continue').click();
    await panel.updateComplete;
    expect(root.activeElement).to.equal(save);
    save.click();
    await waitUntil(() => server.current.settings.name === 'Grace');
  });

  it('discards all changes with one button, and undoes that with another', async () => {
    const { root, panel } = await open();
    type(root, '#field-name', 'Ada');
    type(root, '#field-instructions', 'Be brief.');
    await panel.updateComplete;
    byRole(root, 'disclosure').click();
    button(root, 'Discard edits').click();
    await waitUntil(() => root.activeElement?.textContent?.trim() === 'Save', 'Save has the focus');
    expect(allByRole(root, 'disclosure')).to.have.length(0);
    expect(root.querySelector<HTMLInputElement>('#field-name')!.value).to.equal('Assistant');
    button(root, 'Undo').click();
    await panel.updateComplete;
    expect(byRole(root, 'disclosure').textContent).to.contain('2 unsaved changes');
  });

  it('moves the focus when a pressed button disappears', async () => {
    const opened = await open(server => server.saveElsewhere({ name: 'Ada', styles: { radius: 'large' } }));
    const { root, panel } = opened;
    const focused = (): string => root.activeElement?.id || (root.activeElement?.textContent ?? '').trim();
    button(root, 'Reset Name to its default').click();
    await waitUntil(() => focused() === 'field-name', 'the field has the focus');
    await openTab(opened, 'look');
    button(root, 'Reset Corners to its default').click();
    await waitUntil(() => root.activeElement?.matches('[value=medium]'), 'the chosen one has the focus');
    byRole(root, 'disclosure').click();
    await panel.updateComplete;
    button(root, 'Undo the change to Corners').click();
    await waitUntil(() => focused() === '1 unsaved change', 'the list of changes has the focus');
    button(root, 'Undo the change to Name').click();
    await waitUntil(() => focused() === 'Save', 'Save has the focus');
    await openTab(opened, 'history');
    await waitUntil(() => allByRole(root, 'button', VERSION).length === 2, 'the versions are listed');
    allByRole(root, 'button', VERSION)[1]!.click();
    await waitUntil(() => allByRole(root, 'button', 'Restore this version')[0], 'the comparison opens');
    button(root, 'Restore this version').click();
    await waitUntil(() => focused().startsWith('Version 1'), 'the version has the focus');
  });

  it('moves the focus to the token field or to Save when the view changes', async () => {
    const opened = await open();
    const { root, panel, server } = opened;
    const press = (name: string): void => {
      button(root, name).focus();
      button(root, name).click();
    };
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    server.down = true;
    press('Save');
    await waitUntil(
      () => allByRole(root, 'alert', /cannot be reached/)[0],
      'it says that the server is away',
    );
    server.down = false;
    press('Try again');
    await waitUntil(() => server.current.settings.name === 'Ada');
    await waitUntil(() => root.activeElement?.textContent?.trim() === 'Save', 'Save has the focus');

    server.token = 'rotated';
    type(root, '#field-name', 'Grace');
    await panel.updateComplete;
    press('Save');
    await waitUntil(() => root.activeElement?.id === 'token', 'after a save, the token has the focus');
    root.querySelector<HTMLInputElement>('#token')!.value = 'rotated';
    button(root, 'Open').click();
    await waitUntil(() => root.activeElement?.role === 'tab', 'the open tab has the focus');
    await openTab(opened, 'usage');
    await waitUntil(
      () => byRole(root, 'tabpanel').textContent!.includes('Nothing has been counted yet.'),
      'the usage is drawn',
    );
    server.token = 'rotated again';
    press('Refresh');
    await waitUntil(() => root.activeElement?.id === 'token', 'after a reading, the token has the focus');
  });

  it('edits all settings as JSON, rejects invalid JSON and applies it to the form', async () => {
    const opened = await open();
    await openTab(opened, 'json');
    const { root, panel } = opened;
    const fault = (): string => root.querySelector('#json-fault')!.textContent!.trim();
    const edit = async (text: string): Promise<void> => {
      type(root, '#json-text', text);
      await waitUntil(() => root.querySelector<HTMLTextAreaElement>('#json-text')!.value === text);
    };
    await edit('{');
    await waitUntil(() => fault().includes('not valid JSON'));
    await edit('{"temp":2}');
    await waitUntil(() => fault().includes('temp: Enter a number from 0 to 1.'));
    await edit('{"name":"From JSON"}');
    await waitUntil(() => fault() === '', 'valid JSON');
    button(root, 'Apply to the form').click();
    await panel.updateComplete;
    root.querySelector<HTMLElement>('#tab-agent')!.click();
    await panel.updateComplete;
    expect(root.querySelector<HTMLInputElement>('#field-name')!.value).to.equal('From JSON');
  });

  it('restores an earlier version into the form', async () => {
    const opened = await open(server => {
      server.saveElsewhere({ name: 'Old name' });
      server.saveElsewhere({ name: 'New name' });
    });
    await openTab(opened, 'history');
    const { root, panel } = opened;
    await waitUntil(() => allByRole(root, 'button', VERSION).length === 3, 'the versions are listed');
    allByRole(root, 'button', VERSION)[1]!.click();
    await waitUntil(() => allByRole(root, 'button', 'Restore this version')[0], 'the comparison opens');
    expect(byRole(root, 'tabpanel').textContent).to.match(/New name[\s\S]*Old name/);
    button(root, 'Restore this version').click();
    root.querySelector<HTMLElement>('#tab-agent')!.click();
    await panel.updateComplete;
    expect(root.querySelector<HTMLInputElement>('#field-name')!.value).to.equal('Old name');
  });

  it('lists the settings that each version changed', async () => {
    const opened = await open(server => {
      server.saveElsewhere({ name: 'Ada', styles: { theme: 'dark' } });
      server.saveElsewhere({ rateLimit: null });
    });
    await openTab(opened, 'history');
    const { root } = opened;
    await waitUntil(() => allByRole(root, 'button', VERSION).length === 3, 'the versions are listed');
    expect(allByRole(root, 'button', VERSION).map(version => version.textContent)).to.satisfy(
      ([third, second, first]: string[]) =>
        third!.includes('Limit how much one visitor can send') &&
        second!.includes('Name · Theme') &&
        !/Name|Theme|Limit/.test(first!),
    );
  });

  it('renders hostile names, hints and answers as text', async () => {
    const hostile = '<img src=x onerror=alert(1)><b>';
    const opened = await open(server => {
      server.saveElsewhere({ name: hostile, initialMessages: [hostile] });
      Object.assign(server.current, { by: hostile });
      server.contacts.push({
        external_id: hostile,
        name: hostile,
        custom_attributes: { [hostile]: hostile },
      });
      server.usage = { days: [], feedback: { up: 1, down: 0, reasons: [{ value: 'up', reason: hostile }] } };
    });
    for (const tab of ALL_TABS) {
      await openTab(opened, tab);
      if (tab === 'history')
        await waitUntil(() => opened.root.textContent!.includes(`by ${hostile}`), 'who saved');
      expect(opened.root.querySelector('img, b'), tab).to.equal(null);
    }
  });

  it('warns that a snippet with a localhost URL is of no use to visitors', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'install');
    const warned = (): boolean =>
      byRole(root, 'tabpanel').textContent!.includes('works on this machine only');
    expect(warned(), 'http://admin.test/').to.equal(false);
    for (const endpoint of ['http://localhost:8787/', 'http://127.0.0.1:8787/', 'http://[::1]:8787/']) {
      panel.endpoint = endpoint;
      await waitUntil(
        () => allByRole(root, 'region', 'Script tag')[0]?.textContent?.includes(endpoint),
        endpoint,
      );
      expect(warned(), endpoint).to.equal(true);
    }
  });

  describe('on a day that does not end during the test', () => {
    const { now } = Date;
    beforeEach(() => {
      Date.now = () => Date.parse('2026-11-20T12:00Z');
    });
    afterEach(() => {
      Date.now = now;
    });

    it('shows usage as charts, each with a sentence, and as a table', async () => {
      const opened = await open(server => {
        server.usage = {
          days: [{ day: '2026-11-20', requests: 12, replies: 11, failures: 1, unanswered: 4, credits: 11 }],
          feedback: { up: 3, down: 1, reasons: [] },
          rateLimit: { limit: 60, remaining: 58, reset: 1 },
        };
      });
      await openTab(opened, 'usage');
      const { root } = opened;
      await waitUntil(() => allByRole(root, 'img')[0], 'the charts are drawn');
      expect(nameOf(allByRole(root, 'img')[0]!)).to.match(/^Messages: 12 in 30 days, peak 12 on /);
      expect(allByRole(root, 'img').map(nameOf).join()).to.match(/Unanswered: 4 in 30 days, peak 4 on /);
      byRole(root, 'disclosure', AS_A_TABLE).click();
      const table = byRole(root, 'region', AS_A_TABLE);
      expect(table.querySelectorAll('tbody tr')).to.have.length(30);
      const cells = [...table.querySelectorAll('tbody tr:last-child td')].map(cell => cell.textContent);
      expect(cells).to.deep.equal(['12', '4', '1', '11']);
      expect(root.textContent).to.contain('58 of 60 requests');
    });

    it('includes a day that is in the future by the clock of this device', async () => {
      const opened = await open(server => {
        server.usage = { days: [{ day: '2026-11-21', requests: 12 }] };
      });
      await openTab(opened, 'usage');
      await waitUntil(() => allByRole(opened.root, 'img')[0], 'the charts are drawn');
      expect(nameOf(allByRole(opened.root, 'img')[0]!)).to.equal(
        'Messages: 12 in 30 days, peak 12 on Nov 21',
      );
    });

    it('aligns bars and dates, also from right to left', async () => {
      const opened = await open(server => {
        server.usage = {
          days: [{ day: '2026-11-20', requests: 12, replies: 11, failures: 1, unanswered: 4, credits: 11 }],
          feedback: { up: 3, down: 1, reasons: [] },
        };
      }, 'ar');
      await openTab(opened, 'usage');
      await waitUntil(() => allByRole(opened.root, 'img')[0], 'the charts are drawn');
      const middle = (selector: string): number => {
        const { left, width } = opened.root.querySelector(selector)!.getBoundingClientRect();
        return left + width / 2;
      };
      const [first, last] = [middle('.axis :first-child'), middle('.axis :last-child')];
      const today = middle('.chart rect:last-of-type');
      expect(Math.abs(today - last)).to.be.lessThan(Math.abs(today - first));
    });
  });

  it('shows a colour with its # first, also from right to left', async () => {
    const opened = await open(server => server.saveElsewhere({ styles: { buttonColor: '#123456' } }), 'ar');
    await openTab(opened, 'look');
    const direction = (id: string): string => getComputedStyle(opened.root.getElementById(id)!).direction;
    expect(direction('field-styles-buttonColor')).to.equal('ltr');
    expect(direction('field-styles-userMessageColor'), 'empty, it says so in Arabic').to.equal('rtl');
    type(opened.root, '#field-styles-font', '"Exo 2"');
    await opened.panel.updateComplete;
    expect(direction('field-styles-font')).to.equal('ltr');
  });

  it('aligns Latin values with their headings, also from right to left', async () => {
    const opened = await open(server => {
      server.contacts.push({ external_id: 'c-1', name: 'Ada' });
    }, 'ar');
    const { root, panel } = opened;
    const right = (element: Node): number => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().right);
    };
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    byRole(root, 'disclosure').click();
    const values = allByRole(root, 'definition');
    expect(values).to.have.length(2);
    for (const value of values) {
      expect(right(value), value.textContent!).to.equal(Math.round(value.getBoundingClientRect().right));
    }
    await openTab(opened, 'contacts');
    await waitUntil(() => root.querySelector('tbody td'), 'the contact is listed');
    const column = [...root.querySelectorAll('thead th, tbody tr > *')].filter(
      cell => (cell as HTMLTableCellElement).cellIndex === 1,
    );
    expect(new Set(column.map(right)).size, 'head and cell begin at one line').to.equal(1);
  });

  it('keeps a contact on one line, also with a long id', async () => {
    const opened = await open(server => {
      const ids = ['11111111-1111-4111-9111-111111111111', 'dbdbdbdb-dbdb-4dbd-9dbd-dbdbdbdbdbdb'];
      for (const id of ids)
        server.contacts.push({ external_id: 'c', id } as (typeof server.contacts)[number]);
    });
    await openTab(opened, 'contacts');
    await waitUntil(() => opened.root.querySelectorAll('tbody tr').length === 2, 'the contacts are drawn');
    const [short, long] = [...opened.root.querySelectorAll('tbody tr')].map(row => row.clientHeight);
    expect(long).to.equal(short);
    const cell = opened.root.querySelector('tbody tr td:last-child')!;
    expect(cell.clientHeight).to.be.below(40);
  });

  it('turns pages in the direction of the arrows, also from right to left', async () => {
    const opened = await open(server => {
      server.contacts.push({ external_id: 'c-1' });
    }, 'ar');
    await openTab(opened, 'contacts');
    await waitUntil(() => allByRole(opened.root, 'navigation')[0], 'the pages are there');
    const signs = allByRole(byRole(opened.root, 'navigation'), 'button');
    expect(signs.map(sign => sign.textContent)).to.deep.equal(['«', '‹', '›', '»']);
    for (const sign of signs) {
      // Such signs are mirrored by the direction they stand in, and by that alone.
      const { direction, scale, transform } = getComputedStyle(sign);
      expect([direction, scale, transform]).to.deep.equal(['rtl', 'none', 'none']);
    }
  });

  it('finds a contact on any page by id, name, email or phone number, and shows all again', async () => {
    const opened = await open(server => {
      server.contacts.push({
        external_id: 'first',
        name: 'Änne Lee',
        email: 'anne@shop.example',
        phonenumber: '+49 30 77',
      });
      server.contacts.push(...Array.from({ length: 1200 }, (_, i) => ({ external_id: `c${i}` })));
    });
    await openTab(opened, 'contacts');
    const { root } = opened;
    const ids = (): string => [...root.querySelectorAll('tbody th')].map(cell => cell.textContent).join();
    await waitUntil(() => ids().startsWith('c1199,'), 'the first page is there');
    const field = root.querySelector<HTMLInputElement>('[role=search] input')!;
    for (const words of ['lee ÄNNE', 'anne@shop', '4930', 'FIRST']) {
      field.value = words;
      button(root, 'Find').click();
      await waitUntil(() => ids() === 'first', `found by ${words}`);
      field.value = 'nobody at all';
      button(root, 'Find').click();
      await waitUntil(() => ids() === '', 'and nobody by other words');
    }
    expect(root.querySelector('[role=tabpanel]')!.textContent).to.contain('0 contacts');
    type(root, '[role=search] input', '');
    await waitUntil(() => ids().startsWith('c1199,'), 'all are in view again');
  });

  it('renders a page of 1,000 out of 100,000 contacts', async () => {
    const opened = await open(server => {
      for (let i = 0; i < 100_000; i++) server.contacts.push({ external_id: `c${i}` });
    });
    await openTab(opened, 'contacts');
    const { root } = opened;
    await waitUntil(() => allByRole(root, 'combobox', ROWS)[0], 'the first page is drawn');
    expect(root.textContent).to.contain('100,000 contacts');
    const size = byRole<HTMLSelectElement>(root, 'combobox', ROWS);
    size.value = '1000';
    size.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => root.querySelectorAll('tbody tr').length === 1000, 'a thousand rows are drawn');
    button(root, 'Last page').click();
    await waitUntil(
      () => root.querySelector('tbody tr th')!.textContent === 'c999',
      'the last page is drawn',
    );
  });
});
