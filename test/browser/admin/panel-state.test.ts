/** The panel keeps what an owner typed, chose or requested, also over a slow connection. */
import { expect } from '@open-wc/testing';
import { ADMIN_TOKEN } from '../../fakes/admin-server.ts';
import { allByRole, byRole, nameOf } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

function seen(root: ShadowRoot, text: string): () => boolean {
  return () => (root.textContent ?? '').replace(/\s+/g, ' ').includes(text);
}

/** An event stream that is written as the test goes on. */
function stream(): { response: Response; send: (event: unknown) => void } {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: controller => {
      sink = controller;
    },
  });
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    send: event => sink!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
  };
}

describe('the work of an owner is kept', () => {
  it('starts a new conversation during a reply and shows no more of that reply', async () => {
    const first = stream();
    const opened = await open(server => {
      server.intercept = (method, path) =>
        method === 'POST' && path.endsWith('/chat') ? first.response : undefined;
    });
    const { root } = opened;
    await openTab(opened, 'test');
    root.querySelector<HTMLTextAreaElement>('#test-message')!.value = 'Who are you?';
    button(root, 'Send').click();
    first.send({ type: 'token', content: 'I am' });
    await waitUntil(seen(root, 'I am'), 'the reply begins');
    button(root, 'New conversation').click();
    await waitUntil(() => !button(root, 'Send').ariaDisabled, 'the next can be asked');
    expect(seen(root, 'I am')()).to.equal(false);
    expect(allByRole(root, 'alert').map(nameOf).join('')).to.equal('');
  });

  for (const [lang, typed, meant] of [
    ['en', '10,000', '10000'],
    ['de', '10.000', '10000'],
    ['fr', '10\u202f000', '10000'],
    ['de', '1.500', '1500'],
    ['ar', '١٠٬٠٠٠', '10000'],
    ['ja', '１００００', '10000'],
  ] as const) {
    it(`reads ${typed} in ${lang} as ${meant}`, async () => {
      const opened = await open(server => server.saveElsewhere({ rateLimit: {} }), lang);
      const { root, panel } = opened;
      await openTab(opened, 'access');
      type(root, '#field-rateLimit-messages', typed);
      await panel.updateComplete;
      expect(root.querySelector<HTMLInputElement>('#field-rateLimit-messages')!.value).to.equal(meant);
    });
  }

  for (const typed of ['0x10', '1e3', '0b1', 'Infinity']) {
    it(`keeps ${typed} as text, because it is no number`, async () => {
      const opened = await open(server => server.saveElsewhere({ rateLimit: {} }));
      const { root, panel } = opened;
      await openTab(opened, 'access');
      type(root, '#field-rateLimit-messages', typed);
      await panel.updateComplete;
      const field = root.querySelector<HTMLInputElement>('#field-rateLimit-messages')!;
      expect([field.value, field.getAttribute('aria-invalid')]).to.deep.equal([typed, 'true']);
    });
  }

  for (const [lang, typed, meant] of [
    ['en', '1.125', 1.125],
    ['en', '1,125', 1125],
    ['de', '1,125', 1.125],
    ['de', '1.125', 1125],
    ['ja', '1.125', 1.125],
    // Thousands are set apart by a space there.
    ['fr', '1.125', 1.125],
    ['pl', '1.125', 1.125],
    ['fr', '1 125', 1125],
  ] as const) {
    it(`reads a delay of ${typed} in ${lang} as ${meant} seconds`, async () => {
      const opened = await open(server => server.saveElsewhere({ autoOpen: { delay: 5 } }), lang);
      const { root, panel, server } = opened;
      await openTab(opened, 'opening');
      type(root, '#field-autoOpen-delay', typed);
      await panel.updateComplete;
      root.querySelector<HTMLElement>('.bar .primary')!.click();
      await waitUntil(() => server.current.settings.autoOpen?.delay !== 5, 'it is saved');
      expect(server.current.settings.autoOpen!.delay).to.equal(meant);
    });
  }

  it('shows numbers, defaults and changes with the decimal sign of the language', async () => {
    const opened = await open(server => server.saveElsewhere({ temp: 0.7 }), 'de');
    const { root, panel } = opened;
    const field = root.querySelector<HTMLInputElement>('#field-temp')!;
    expect(field.value).to.equal('0,7');
    expect(root.querySelector('#field-temp-limit')!.textContent).to.contain('0,2').and.not.contain('0.2');
    type(root, '#field-temp', '0.25');
    await panel.updateComplete;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    expect(field.value).to.equal('0,25');
    expect(byRole(root, 'disclosure').parentElement!.textContent).to.contain('0,7').and.to.contain('0,25');
  });

  it('accepts a site copied from the address bar, and one being typed', async () => {
    const opened = await open(server => server.saveElsewhere({ allowedDomains: ['a.example'] }));
    const { root, panel, server } = opened;
    await openTab(opened, 'access');
    const field = root.querySelector<HTMLInputElement>('#field-allowedDomains-0')!;
    for (const text of ['https:', 'https:/', 'https://', 'https://shop.example']) {
      type(root, '#field-allowedDomains-0', text);
      await panel.updateComplete;
      expect(field.value).to.equal(text);
    }
    type(root, '#field-allowedDomains-0', 'https://www.shop.example/ ');
    await panel.updateComplete;
    expect(root.querySelector('#field-allowedDomains-fault')).to.equal(null);
    button(root, 'Save').click();
    await waitUntil(() => server.current.settings.allowedDomains[0] === 'https://www.shop.example');
  });

  it('does not save a blank entry, and numbers the other entries as shown', async () => {
    const opened = await open();
    const { root, panel, server } = opened;
    await openTab(opened, 'access');
    for (let i = 0; i < 3; i++) {
      root.querySelector<HTMLElement>('#field-allowedDomains-add')!.click();
      await waitUntil(() => root.activeElement?.id === `field-allowedDomains-${i}`);
    }
    type(root, '#field-allowedDomains-1', 'no such:place');
    root.querySelector('#field-allowedDomains-1')!.dispatchEvent(new Event('change'));
    await panel.updateComplete;
    expect(root.querySelector('#field-allowedDomains-fault')!.textContent).to.contain('2');
    const marked = [...root.querySelectorAll('#field-allowedDomains [aria-invalid=true]')];
    expect(marked.map(({ id }) => id)).to.deep.equal(['field-allowedDomains-1']);
    type(root, '#field-allowedDomains-1', 'shop.example');
    await panel.updateComplete;
    expect(root.querySelector('#field-allowedDomains-fault')).to.equal(null);
    button(root, 'Save').click();
    await waitUntil(() => server.current.settings.allowedDomains.length === 1, 'it is saved');
    await waitUntil(
      () => root.querySelectorAll('#field-allowedDomains li').length === 1,
      'the blank ones are gone',
    );
  });

  it('adds an entry on Enter, and splits a pasted list up to the limit', async () => {
    const opened = await open(server =>
      server.saveElsewhere({ suggestedQueries: ['Where is my order?', 'Can I pay later?'] }),
    );
    const { root, panel } = opened;
    const entries = (name: string) =>
      [...root.querySelectorAll<HTMLInputElement>(`#field-${name} li input`)].map(({ value }) => value);
    const focused = () => root.activeElement?.id;
    const press = (field: Element, composing: KeyboardEventInit = {}) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...composing }));
    const paste = (field: Element, text: string): void => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      // Firefox takes none from whoever makes the event.
      Object.defineProperty(pasted, 'clipboardData', { value: clipboardData });
      field.dispatchEvent(pasted);
    };
    await openTab(opened, 'greeting');
    // Safari's Enter comes after the end of the composition.
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      press(root.querySelector('#field-suggestedQueries-0')!, composing);
      await panel.updateComplete;
      expect(entries('suggestedQueries'), 'a word is being composed').to.have.length(2);
    }
    press(root.querySelector('#field-suggestedQueries-0')!);
    await waitUntil(() => focused() === 'field-suggestedQueries-1', 'the cursor is in the new entry');
    expect(entries('suggestedQueries')).to.deep.equal(['Where is my order?', '', 'Can I pay later?']);
    press(root.querySelector('#field-suggestedQueries-1')!);
    await panel.updateComplete;
    expect(entries('suggestedQueries'), 'an empty one is enough').to.have.length(3);

    const lines = Array.from({ length: 12 }, (_, i) => `Question ${i}?`);
    paste(
      root.querySelector('#field-suggestedQueries-1')!,
      `${lines.slice(0, 1)}\n \n${lines.slice(1).join('\r\n')}\n`,
    );
    await waitUntil(() => focused() === 'field-suggestedQueries-8', 'the cursor is in the last of them');
    expect(entries('suggestedQueries')).to.deep.equal([
      'Where is my order?',
      ...lines.slice(0, 8),
      'Can I pay later?',
    ]);
    button(root, 'Undo').click();
    await panel.updateComplete;
    expect(entries('suggestedQueries')).to.have.length(3);

    await openTab(opened, 'access');
    button(root, 'Add to Allowed domains').click();
    await waitUntil(() => focused() === 'field-allowedDomains-0', 'the new entry');
    paste(root.querySelector('#field-allowedDomains-0')!, 'shop.example, https://www.shop.example/');
    await panel.updateComplete;
    expect(entries('allowedDomains')).to.deep.equal(['shop.example', 'https://www.shop.example']);
  });

  it('shows a version that a colleague saved meanwhile, and recovers from a lost connection', async () => {
    const opened = await open();
    const { root, server } = opened;
    await openTab(opened, 'history');
    await waitUntil(() => allByRole(root, 'button', /^Version \d/).length === 1, 'the versions are listed');
    server.saveElsewhere({ name: 'Theirs' });
    await openTab(opened, 'agent');
    server.down = true;
    await openTab(opened, 'history');
    await waitUntil(() => allByRole(root, 'status', /cannot be reached/)[0], 'the line is down');
    server.down = false;
    await openTab(opened, 'agent');
    await openTab(opened, 'history');
    await waitUntil(() => allByRole(root, 'button', /^Version \d/).length === 2, 'both versions are listed');
    expect(allByRole(root, 'status', /cannot be reached/)).to.have.length(0);
  });

  it('loads the contacts when a refused token is replaced', async () => {
    const opened = await open(server => {
      server.contacts.push({ external_id: 'ann' });
    });
    const { root, server } = opened;
    server.token = 'rotated';
    await openTab(opened, 'contacts');
    await waitUntil(() => root.querySelector('#token'), 'it asks for the token');
    root.querySelector<HTMLInputElement>('#token')!.value = 'rotated';
    button(root, 'Open').click();
    await waitUntil(
      () => root.querySelector('th[scope=row]')?.textContent === 'ann',
      'the contact is listed',
    );
    await waitUntil(() => allByRole(root, 'status', /not accepted/).length === 0, 'the refusal is gone');
  });

  it('warns before the page is left with JSON that is not applied yet', async () => {
    const opened = await open();
    const { root, panel } = opened;
    const leave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await openTab(opened, 'json');
    expect(leave()).to.equal(false);
    type(root, '#json-text', '{"name":"Ada"');
    await openTab(opened, 'agent');
    expect(leave()).to.equal(true);
    await openTab(opened, 'json');
    await waitUntil(() => !button(root, 'Discard edits').ariaDisabled);
    button(root, 'Discard edits').click();
    await panel.updateComplete;
    expect(leave()).to.equal(false);
  });

  it('keeps the preview when the page moves the panel', async () => {
    const { root, panel } = await open();
    type(root, '#field-name', 'Unsaved');
    const shown = (): unknown =>
      (root.querySelector('agent-chat') as unknown as { settings?: { name?: string } } | null)?.settings
        ?.name;
    await waitUntil(() => shown() === 'Unsaved', 'the preview shows it');
    const dialog = document.createElement('div');
    panel.after(dialog);
    dialog.append(panel);
    await waitUntil(() => shown() === 'Unsaved', 'it still does');
    dialog.remove();
  });

  it('previews in the widget that `for` names, also if the page adds it later', async () => {
    const { root, panel } = await open();
    panel.for = 'later';
    type(root, '#field-name', 'Unsaved');
    await panel.updateComplete;
    const bring = () => {
      const widget = document.createElement('agent-chat');
      widget.id = 'later';
      panel.after(widget);
      return widget;
    };
    const widget = bring();
    await waitUntil(() => widget.settings?.name === 'Unsaved', 'it shows it');
    widget.remove();
    const another = bring();
    await waitUntil(() => another.settings?.name === 'Unsaved', 'so does the one in its place');
    another.remove();
  });

  it('locks when the page removes the token, and keeps the draft', async () => {
    const { root, panel } = await open();
    type(root, '#field-name', 'Known to the owner');
    panel.token = undefined;
    await waitUntil(() => root.querySelector('#token'), 'the token is asked for');
    expect(byRole(root, 'region').innerText).not.to.contain('Known');
    panel.token = ADMIN_TOKEN;
    await waitUntil(() => !root.querySelector('#token'), 'it opens again');
    expect(root.querySelector<HTMLInputElement>('#field-name')!.value).to.equal('Known to the owner');
  });

  it('ends the preview in the page’s widget while it is locked', async () => {
    const { root, panel } = await open();
    const widget = document.createElement('agent-chat');
    widget.id = 'beside';
    panel.after(widget);
    panel.for = 'beside';
    type(root, '#field-name', 'Nobody knows yet');
    await waitUntil(() => widget.settings?.name === 'Nobody knows yet', 'the owner sees it');
    button(root, 'Lock').click();
    await waitUntil(() => root.querySelector('#token'), 'it is locked');
    expect(widget.settings?.name).to.equal(undefined);
    type(root, '#token', ADMIN_TOKEN);
    button(root, 'Open').click();
    await waitUntil(() => widget.settings?.name === 'Nobody knows yet', 'the owner sees it again');
    widget.remove();
  });

  it('uses the language set last, even if an earlier one loads later', async () => {
    const { root, panel } = await open();
    panel.lang = 'de';
    await panel.updateComplete;
    panel.lang = 'en';
    await waitUntil(() => byRole(root, 'region').lang === 'en');
    await import('../../../src/locales/admin/de.ts');
    await new Promise(requestAnimationFrame);
    await panel.updateComplete;
    expect(byRole(root, 'region').lang).to.equal('en');
  });

  it('opens the next agent with the same token, but not after Lock', async () => {
    const { root, panel, server } = await open();
    server.token = 'rotated';
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    button(root, 'Save').click();
    await waitUntil(() => root.querySelector('#token'), 'it asks for the token');
    root.querySelector<HTMLInputElement>('#token')!.value = 'rotated';
    button(root, 'Open').click();
    await waitUntil(() => !root.querySelector('#token'), 'it opens');
    const agent = panel.agentId;
    panel.agentId = 'another';
    await waitUntil(() => server.seen.at(-1)!.path.includes('another'), 'the other agent is asked for');
    expect(server.seen.at(-1)!.headers.get('Authorization')).to.equal('Bearer rotated');
    panel.agentId = agent;
    await waitUntil(() => !root.querySelector('#token'), 'the first is open again');
    button(root, 'Lock').click();
    await waitUntil(() => root.querySelector('#token'), 'it is locked');
    const asked = server.seen.length;
    panel.agentId = 'another';
    await panel.updateComplete;
    expect(server.seen.slice(asked).map(({ headers }) => headers.get('Authorization'))).to.not.include(
      'Bearer rotated',
    );
  });

  it('does not pin the version if the box is unticked before the hash is computed', async () => {
    const opened = await open();
    const { root, panel } = opened;
    await openTab(opened, 'install');
    const answer = globalThis.fetch;
    const script = Promise.withResolvers<Response>();
    globalThis.fetch = (input, init) =>
      String(input).endsWith('agent-chat.js') ? script.promise : answer(input, init);
    const pin = root.querySelector<HTMLInputElement>('#pin')!;
    pin.click();
    pin.click();
    const done = new Response('export {};');
    script.resolve(done);
    await waitUntil(() => done.bodyUsed, 'the script is read');
    // A second look is hashed after the first.
    await crypto.subtle.digest('SHA-384', new Uint8Array(1));
    await panel.updateComplete;
    await new Promise(requestAnimationFrame);
    expect(pin.checked).to.equal(false);
    expect(byRole(root, 'region', 'Script tag').textContent).to.not.contain('integrity');
    globalThis.fetch = async (input, init) =>
      String(input).endsWith('agent-chat.js') ? new Response('', { status: 502 }) : answer(input, init);
    pin.click();
    await waitUntil(() => !pin.checked, 'what cannot be pinned is not ticked');
  });

  it('keeps the focus on a button after it was used', async () => {
    const opened = await open(server => {
      for (let i = 0; i < 150; i++) server.contacts.push({ external_id: `c${i}` });
    });
    const { root, panel } = opened;
    const lost: string[] = [];
    const press = async (name: string, done: () => unknown): Promise<void> => {
      const pressed = button(root, name);
      pressed.focus();
      pressed.click();
      await waitUntil(done, `${name} has done its work`);
      await panel.updateComplete;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      if (root.activeElement !== pressed) lost.push(name);
    };
    const fieldName = (): string => root.querySelector<HTMLInputElement>('#field-name')!.value;
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    await press('Undo', () => fieldName() === 'Assistant');
    await press('Redo', () => fieldName() === 'Ada');
    await openTab(opened, 'json');
    const idle = (): boolean => button(root, 'Discard edits').ariaDisabled === 'true';
    type(root, '#json-text', '{"name":"Grace"}');
    await waitUntil(() => !idle(), 'it can be put into the form');
    await press('Apply to the form', idle);
    type(root, '#json-text', '{"name":"Mary"}');
    await waitUntil(() => !idle(), 'it can be discarded');
    await press('Discard edits', idle);
    await openTab(opened, 'contacts');
    await waitUntil(seen(root, 'Page 1 of'), 'the contacts are listed');
    await press('Last page', () => !seen(root, 'Page 1 of')());
    await press('First page', () => seen(root, 'Page 1 of')());
    expect(lost).to.deep.equal([]);
  });

  it('shows a name as it is, even if it equals an option of the form', async () => {
    const opened = await open(() => {}, 'de');
    const { root, panel } = opened;
    type(root, '#field-name', 'small');
    await panel.updateComplete;
    expect(byRole(root, 'disclosure').parentElement!.textContent).to.contain('small');
  });
});
