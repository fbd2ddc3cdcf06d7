import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { AdminServer } from '../../fakes/admin-server.ts';
import { allByRole, byRole, nameOf } from '../by-role.ts';
import { prefer } from '../prefer.ts';
import { waitUntil } from '../wait-until.ts';
import { ALL_TABS, button, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;
const AWAY = /cannot be reached/;

/** Letters as far apart as WCAG 1.4.12 lets a reader put them. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

function everythingOn(server: AdminServer): void {
  server.saveElsewhere({
    rateLimit: {},
    autoOpen: {},
    leadForm: {},
    initialMessages: ['Hello'],
    suggestedQueries: ['One', 'Two'],
  });
}

/** What cannot be read because its box is too small for it. */
function cutOff(root: ShadowRoot): string[] {
  return [...root.querySelectorAll<HTMLElement>('button, label, .hint, .limit, .label, h3, [role=tab]')]
    .filter(element => element.checkVisibility() && !element.closest('.sr') && element.className !== 'sr')
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(element => `${element.className || element.localName}: ${element.textContent?.trim()}`);
}

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
  await prefer({ forcedColors: 'none' });
  document.documentElement.removeAttribute('style');
});

describe('the controls of the admin panel', () => {
  it('keep Save visible while the preview is shown', async () => {
    await setViewport({ width: 1000, height: 400 });
    const { root } = await open();
    await waitUntil(() => root.querySelector('agent-chat'), 'the preview is there');
    const save = button(root, 'Save');
    const controls = byRole(root, 'region', 'Preview');
    root.querySelector('agent-chat')!.parentElement!.scrollIntoView({ block: 'start' });
    scrollBy(0, -save.clientHeight);
    const box = save.getBoundingClientRect();
    expect(controls.getBoundingClientRect().top, 'the two are in one place').to.be.below(box.bottom);
    const there = root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    expect(there?.textContent?.trim()).to.equal('Save');
  });

  it('name what a tab shows by the tab', async () => {
    const opened = await open();
    const names = new Set<string>();
    for (const id of ALL_TABS) {
      await openTab(opened, id);
      const tab = opened.root.querySelector(`#tab-${id}`)!;
      names.add(nameOf(tab));
      expect(nameOf(byRole(opened.root, 'tabpanel')), id).to.equal(nameOf(tab));
    }
    expect(names.size).to.equal(ALL_TABS.length);
  });

  it('keep Save and its errors visible far down a long form, also on a phone', async () => {
    for (const width of [360, 560, 1000]) {
      await setViewport({ width, height: 640 });
      const opened = await open(server => {
        server.intercept = method => {
          if (method === 'POST') throw new TypeError('the line is down');
          return undefined;
        };
      });
      const { root, panel } = opened;
      await openTab(opened, 'look');
      type(root, '#field-styles-font', 'Georgia');
      await panel.updateComplete;
      root.querySelector('#field-styles-density')!.scrollIntoView({ block: 'center' });
      button(root, 'Save').click();
      await waitUntil(() => allByRole(root, 'alert', AWAY)[0], 'it says that the server is away');
      for (const element of [button(root, 'Save'), byRole(root, 'alert', AWAY)]) {
        await waitUntil(() => {
          const { x, y, width: wide, height } = element.getBoundingClientRect();
          return element.contains(root.elementFromPoint(x + wide / 2, y + height / 2));
        }, `${element.textContent?.trim()} at ${width} px`);
      }
      panel.remove();
    }
  });

  it('keep the list of changes within a narrow panel, in both directions', async function () {
    this.timeout(60_000);
    for (const lang of ['en', 'zh', 'ar']) {
      const { root, panel } = await open(() => {}, lang);
      type(root, '#field-name', 'Ada');
      await panel.updateComplete;
      const changes = byRole(root, 'disclosure').closest('details')!;
      changes.open = true;
      for (const width of [320, 400, 520, 640, 800, 1000]) {
        await setViewport({ width, height: 640 });
        const list = changes.querySelector('div')!.getBoundingClientRect();
        const within = byRole(root, 'region').getBoundingClientRect();
        expect(list.left, `${lang}, ${width} px`).to.be.at.least(within.left);
        expect(list.right, `${lang}, ${width} px`).to.be.at.most(within.right);
      }
    }
  });

  it('close the list of changes when the focus leaves it', async () => {
    const { root, panel } = await open();
    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    const changes = byRole(root, 'disclosure').closest('details')!;
    for (const turn of [
      () => root.querySelector<HTMLElement>('#field-instructions')!.focus(),
      () => root.querySelector('h3')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
    ]) {
      changes.open = true;
      changes.querySelector('button')!.focus();
      changes.querySelector('dd')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      expect(changes.open, 'while he is in it').to.equal(true);
      turn();
      expect(changes.open).to.equal(false);
    }
  });

  it('keep font and layout on a page that resets all styles', async () => {
    const page = document.createElement('style');
    page.textContent = '* { all: unset !important; } body { letter-spacing: 5px; text-align: center; }';
    document.head.append(page);
    await setViewport({ width: 400, height: 640 });
    const { root } = await open();
    const { fontFamily, fontSize, letterSpacing, textAlign } = getComputedStyle(
      root.querySelector('[role=tabpanel]')!,
    );
    expect([fontFamily, fontSize, letterSpacing, textAlign]).to.deep.equal([
      'system-ui, sans-serif',
      '15px',
      'normal',
      'start',
    ]);
    const tabs = root.querySelector('[role=tablist]')!.getBoundingClientRect();
    expect(root.querySelector('[role=tabpanel]')!.getBoundingClientRect().top).to.be.at.least(tabs.bottom);
    page.remove();
  });

  it('have round corners only at the edges of the panel', async () => {
    const { root } = await open();
    await waitUntil(() => root.querySelector('agent-chat'), 'the preview is there');
    const panel = byRole(root, 'region', 'Chat settings');
    const controls = byRole(root, 'region', 'Preview');
    const at = (place: Element): Element | null => {
      place.scrollIntoView({ block: 'end' });
      const { left, bottom } = place.getBoundingClientRect();
      return root.elementFromPoint(left + 2, bottom - 2);
    };
    expect(at(controls) === controls, 'they reach to what follows').to.equal(true);
    const below = root.querySelector('agent-chat')!.parentElement;
    expect(at(panel) === below, 'it stands out of the corner').to.equal(false);
  });

  it('cut nothing off with wide letter spacing or at 400 % zoom', async function () {
    this.timeout(60_000);
    const opened = await open(everythingOn);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SPACED);
    for (const [size, zoom, spaced] of [
      [1280, '1', true],
      [1280, '4', false],
      [640, '2', true],
    ] as const) {
      // WebKit's style property is not what its visitors zoom with: it leaves the width of media queries as it was.
      if (zoom !== '1' && !navigator.userAgent.includes('Chrome')) continue;
      await setViewport({ width: size, height: 800 });
      document.documentElement.style.zoom = zoom;
      const { root } = opened;
      const sheets = root.adoptedStyleSheets.filter(other => other !== sheet);
      root.adoptedStyleSheets = spaced ? [...sheets, sheet] : sheets;
      for (const tab of ALL_TABS) {
        await openTab(opened, tab);
        const width = document.documentElement.scrollWidth;
        expect(width, `${tab} at ${size} px, zoom ${zoom}`).to.be.at.most(size);
        expect(cutOff(root), `${tab} at ${size} px, zoom ${zoom}`).to.deep.equal([]);
      }
    }
  });

  it('show buttons and selections in forced colours', async function () {
    this.timeout(60_000);
    if (!(await prefer({ forcedColors: 'active' }))) this.skip();
    const opened = await open(everythingOn);
    const { root } = opened;
    for (const tab of ALL_TABS) {
      await openTab(opened, tab);
      for (const element of root.querySelectorAll<HTMLElement>('button')) {
        if (!element.checkVisibility()) continue;
        const { borderTopColor, borderTopStyle } = getComputedStyle(element);
        const seen = borderTopStyle !== 'none' && !/^rgba\(.*, 0\)$/.test(borderTopColor);
        expect(seen || element.innerText.trim() !== '', `${tab}: ${element.outerHTML}`).to.equal(true);
      }
      for (const group of allByRole(root, 'radiogroup')) {
        const chosen = group.querySelector<HTMLInputElement>(':checked')!;
        const other = group.querySelector('input:not(:checked)');
        const back = (input: Element | null): string =>
          getComputedStyle(input!.nextElementSibling!).backgroundColor;
        if (other) expect(back(chosen), `${tab}: ${chosen.name}`).not.to.equal(back(other));
      }
      const selected = getComputedStyle(root.querySelector('[role=tab][aria-selected=true]')!).borderTopColor;
      const rest = getComputedStyle(root.querySelector('[role=tab][aria-selected=false]')!).borderTopColor;
      expect(selected).not.to.equal(rest);
    }
  });

  it('are each one Tab stop in the order of the page, with a focus ring', async function () {
    this.timeout(60_000);
    // Behind the last stop Firefox goes on to its own buttons, and WebKitGTK has no stop at a colour field.
    if (!navigator.userAgent.includes('Chrome')) this.skip();
    for (const tab of ['greeting', 'look', 'install']) {
      const opened = await open(everythingOn);
      await openTab(opened, tab);
      const { root, panel } = opened;
      const inPanel = (element: HTMLElement): boolean =>
        element.checkVisibility({ visibilityProperty: true }) && !element.closest('agent-chat');
      const stops = [
        ...root.querySelectorAll<HTMLElement>('button, input, textarea, select, summary, [tabindex="0"]'),
      ]
        .filter(element => inPanel(element) && element.tabIndex >= 0 && !element.matches(':disabled'))
        // Radio buttons of a group are one stop.
        .filter(element => !element.matches('input[type=radio]:not(:checked)'));
      const before = document.createElement('button');
      panel.before(before);
      before.focus();
      const seen: Element[] = [];
      while (seen.length < 200) {
        await sendKeys({ press: 'Tab' });
        const active = root.activeElement;
        if (!active || active.localName === 'agent-chat') break;
        seen.push(active);
        const drawn = active.matches('.segments input, .sr')
          ? (active.nextElementSibling ?? active.parentElement!)
          : active;
        const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
        expect(`${outlineStyle} ${outlineWidth}`, active.outerHTML).to.match(/^(solid|auto) [2-9]/);
        const { left, top, width, height } = drawn.getBoundingClientRect();
        const onTop = root.elementFromPoint(left + width / 2, top + Math.min(height, 30) / 2);
        // The open tab as a whole is larger than the screen.
        const covered = active.role === 'tabpanel' ? null : onTop?.closest('.bar, .preview-controls');
        expect(covered && !covered.contains(drawn), `a bar covers ${active.outerHTML}`).not.to.equal(true);
      }
      expect(seen.map(name), tab).to.deep.equal(stops.map(name));
      before.remove();
    }
  });

  it('show the preview as a phone, dark and from right to left, without saving it', async () => {
    const { root, panel, server } = await open();
    await waitUntil(() => root.querySelector('agent-chat'), 'the panel has made a widget of its own');
    const widget = root.querySelector<HTMLElement & { settings: { styles: { theme: string } } }>(
      'agent-chat',
    )!;
    const choose = async (group: string, at: number): Promise<void> => {
      root.querySelectorAll<HTMLInputElement>(`input[name="preview-${group}"]`)[at]!.click();
      await panel.updateComplete;
    };
    await choose('size', 1);
    expect(getComputedStyle(widget).borderTopWidth, 'the frame of a phone').to.equal('10px');
    expect(widget.getBoundingClientRect().width).to.equal(395);
    await choose('scheme', 2);
    expect(widget.settings.styles.theme).to.equal('dark');
    const language = byRole<HTMLSelectElement>(root, 'combobox', 'Language');
    language.value = 'ar';
    language.dispatchEvent(new Event('change', { bubbles: true }));
    await panel.updateComplete;
    expect([widget.lang, widget.dir]).to.deep.equal(['ar', 'rtl']);
    await choose('size', 0);
    expect(getComputedStyle(widget).borderTopWidth).to.equal('0px');
    expect(server.seen.filter(({ method }) => method === 'POST')).to.deep.equal([]);
  });

  it('show the launcher in its corner, and open the chat by the rules for visitors', async () => {
    const opened = await open(server =>
      server.saveElsewhere({ autoOpen: { delay: 0, urlPattern: '/elsewhere' } }),
    );
    const { root, panel, server } = opened;
    await waitUntil(() => root.querySelector('agent-chat'), 'the panel has made a widget of its own');
    const widget = root.querySelector<HTMLElement & { open: boolean; mode: string }>('agent-chat')!;
    const sizes = root.querySelectorAll<HTMLInputElement>('input[name="preview-size"]');
    const launcher = () => widget.shadowRoot!.querySelector('[part=launcher]')?.getBoundingClientRect();
    sizes[2]!.click();
    await waitUntil(() => widget.open && launcher(), 'it opens by itself');
    expect(launcher()!.left).to.be.above(innerWidth / 2);
    await openTab(opened, 'look');
    [...root.querySelectorAll<HTMLElement>('[role=radiogroup] label')]
      .find(label => label.textContent!.trim() === 'Left')!
      .click();
    await waitUntil(() => launcher()!.left < innerWidth / 2, 'it moves to the other corner');
    widget.open = false;
    await openTab(opened, 'opening');
    type(root, '#field-autoOpen-perWeek', '5');
    await waitUntil(() => widget.open, 'it opens again as the rules change');
    sizes[0]!.click();
    await panel.updateComplete;
    expect([widget.mode, widget.open]).to.deep.equal(['inline', false]);
    widget.mode = 'floating';
    type(root, '#field-autoOpen-perWeek', '6');
    await panel.updateComplete;
    expect(widget.mode, 'else the mode is the page’s to say').to.equal('floating');
    expect(server.seen.filter(({ method }) => method === 'POST')).to.deep.equal([]);
  });

  it('keep the label of a button beside a field on one line, also in CJK', async () => {
    const opened = await open(server => server.contacts.push({ external_id: 'ann' }), 'ja');
    await openTab(opened, 'contacts');
    const find = () => opened.root.querySelector<HTMLElement>('[role=search] button');
    await waitUntil(find, 'the contacts are listed');
    expect(find()!.offsetHeight).to.be.at.most(opened.root.querySelector('input')!.offsetHeight);
  });

  it('preview an agent that is not public', async () => {
    const { root } = await open(server => {
      server.saveElsewhere({ visibility: 'private', placeholder: 'Only for us' });
      server.intercept = (_, path) =>
        path.startsWith('/api/')
          ? Response.json(
              { error: { code: 'forbidden', message: 'This agent is private.' } },
              { status: 403 },
            )
          : undefined;
    });
    const field = (): Element | null | undefined =>
      root.querySelector('agent-chat')?.shadowRoot?.querySelector('[placeholder="Only for us"]');
    await waitUntil(field, 'its owner sees it');
  });

  it('name who saves, and try unsaved settings or say that the service cannot', async () => {
    const asked: string[] = [];
    let drafts = true;
    const opened = await open(server => {
      server.intercept = (method, path) => {
        if (method !== 'POST' || !/chat$/.test(path)) return undefined;
        asked.push(path.split('/').at(-1)!);
        if (path.endsWith('draft-chat') && !drafts) {
          return Response.json({ error: { code: 'not_found', message: 'no' } }, { status: 404 });
        }
        const done = { id: 'm', role: 'assistant', parts: [{ type: 'text', text: 'Ahoy' }] };
        const metadata = { conversationId: 'c', userMessageId: 'u', userId: null, finishReason: 'stop' };
        const events = [
          { type: 'token', content: 'Ahoy' },
          { type: 'done', data: { ...done, metadata: { ...metadata, usage: { credits: 1 } } } },
        ];
        const body = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      };
    });
    const { root, panel, server } = opened;
    panel.author = 'Zoë';
    type(root, '#field-instructions', 'Talk like a pirate.');
    await openTab(opened, 'test');
    const ask = async (): Promise<void> => {
      root.querySelector<HTMLTextAreaElement>('#test-message')!.value = 'Who are you?';
      button(root, 'Send').click();
      await waitUntil(
        () => allByRole(root, 'list', 'Events').flatMap(list => allByRole(list, 'listitem')).length === 2,
        'the reply is there',
      );
    };
    await ask();
    expect(asked).to.deep.equal(['draft-chat']);
    const sent = server.seen.find(({ path }) => path.endsWith('draft-chat'))!.body as { settings: unknown };
    expect(sent.settings).to.deep.equal({ instructions: 'Talk like a pirate.' });
    expect(root.textContent).to.contain('Answers follow your unsaved instructions');

    drafts = false;
    asked.length = 0;
    button(root, 'New conversation').click();
    await ask();
    expect(asked).to.deep.equal(['draft-chat', 'chat']);
    await waitUntil(
      () => root.textContent!.includes('This agent service can’t test unsaved instructions.'),
      'it says so',
    );

    button(root, 'Save').click();
    await waitUntil(() => root.textContent!.includes('Saved.'), 'it is saved');
    const save = server.seen.find(({ path }) => path === '/v2/chatbots/settings');
    expect(decodeURIComponent(save!.headers.get('X-Admin-Name')!)).to.equal('Zoë');
  });

  it('try the agent on a page without https, which has no crypto.randomUUID', async () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      const opened = await open(server => {
        server.intercept = (method, path) =>
          method === 'POST' && path.endsWith('/chat')
            ? new Response('data: {"type":"token","content":"Ahoy"}\n\n', {
                headers: { 'Content-Type': 'text/event-stream' },
              })
            : undefined;
      });
      const { root } = opened;
      await openTab(opened, 'test');
      root.querySelector<HTMLTextAreaElement>('#test-message')!.value = 'Who are you?';
      button(root, 'Send').click();
      await waitUntil(() => root.textContent!.includes('Ahoy'), 'the reply is there');
    } finally {
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });

  it('format the credits of a reply in the language of the panel', async () => {
    const opened = await open(server => {
      server.intercept = (method, path) => {
        if (method !== 'POST' || !path.endsWith('/chat')) return undefined;
        const metadata = { conversationId: 'c', userMessageId: 'u', userId: null, finishReason: 'stop' };
        const data = {
          id: 'm',
          role: 'assistant',
          parts: [],
          metadata: { ...metadata, usage: { credits: 0.25 } },
        };
        const body = `data: ${JSON.stringify({ type: 'done', data })}\n\n`;
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      };
    }, 'fr');
    const { root } = opened;
    await openTab(opened, 'test');
    root.querySelector<HTMLTextAreaElement>('#test-message')!.value = 'Combien ?';
    button(root, 'Envoyer').click();
    const credits = () => allByRole(root, 'definition').at(-1)?.textContent;
    await waitUntil(() => credits() !== undefined && credits() !== '–', 'the reply is there');
    expect(credits()).to.equal('0,25');
  });
});

function name(element: Element): string {
  return element.id || element.getAttribute('aria-label') || element.textContent?.trim() || element.localName;
}
