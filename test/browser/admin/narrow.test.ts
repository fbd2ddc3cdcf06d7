import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { render } from 'lit';
import { renderMapping } from '../../../src/elements/admin/contacts/import-view.ts';
import { en } from '../../../src/locales/admin/en.ts';
import type { ContactTable } from '../../../src/protocol/contact-import/contact-table.ts';
import { allByRole, byRole, nameOf, textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

/** Where the text of an element is, which may reach beyond it. */
function rangeOf(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element.querySelector('summary') ?? element);
  return range.getBoundingClientRect();
}

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
});

describe('the admin panel in a narrow place', () => {
  it('shows a contact as a card with a label beside each value', async function () {
    this.timeout(60_000);
    for (const [width, lang] of [
      [320, 'de'],
      [480, 'pl'],
      [390, 'ar'],
      [700, 'de'],
    ] as const) {
      await setViewport({ width, height: 800 });
      const opened = await open(server => {
        server.contacts.push(
          { external_id: 'without-a-name', email: 'somebody@shop.example' },
          {
            external_id: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
            name: 'عمر سعيد',
            email: 'an.address.with.many.names@subdomain.of.a.long.company-name.example',
            custom_attributes: { note: 'x'.repeat(80) },
          },
        );
      }, lang);
      const { root } = opened;
      await openTab(opened, 'contacts');
      await waitUntil(() => root.querySelectorAll('tbody tr').length === 2, 'the contacts are drawn');
      root.querySelector<HTMLElement>('tbody summary')!.click();
      const list = byRole(byRole(root, 'tabpanel'), 'region');
      expect(list.scrollWidth, `${lang} at ${width} px`).to.be.at.most(list.clientWidth);

      const box = list.getBoundingClientRect();
      const shown = [...root.querySelectorAll<HTMLElement>('tbody :is(th, td)')].filter(
        cell => cell.textContent!.trim() !== '',
      );
      for (const cell of shown) {
        const { left, right } = cell.getBoundingClientRect();
        expect(left >= box.left && right <= box.right, cell.textContent!).to.equal(true);
      }
      for (const value of root.querySelectorAll('td bdi')) {
        const cell = value.closest('td')!.getBoundingClientRect();
        const { left, right } = value.getBoundingClientRect();
        const room = lang === 'ar' ? cell.right - right : left - cell.left;
        expect(room, 'there is room for its label').to.be.above(60);
      }
      const email = [...root.querySelectorAll('td')].find(cell => cell.textContent!.includes('somebody'))!;
      const heading = root.querySelectorAll('thead th')[email.cellIndex]!.textContent!;
      const { content } = getComputedStyle(email, '::before');
      // Firefox tells the rule, the others what comes of it.
      const label = content.replace('attr(data-label)', email.dataset.label!);
      expect(label, 'the label is the heading').to.contain(heading);
      opened.panel.remove();
    }
  });

  it('breaks no word in the names of columns and hides no choice', async function () {
    this.timeout(60_000);
    const names = ['external_id', 'Anmerkung', 'Telefonnummer', 'E-Mail-Adresse des Ansprechpartners'];
    for (const width of [320, 560, 700, 760, 840, 1000]) {
      await setViewport({ width, height: 800 });
      const opened = await open();
      const { root } = opened;
      await openTab(opened, 'contacts');
      const table: ContactTable = {
        columns: names,
        rows: [names.map(() => 'an.address@subdomain.example')],
        numbers: [2],
      };
      const section = document.createElement('section');
      section.className = 'import';
      root.querySelector('#tabpanel')!.append(section);
      render(
        renderMapping(table, ['external_id', 'attribute', 'phonenumber', 'email'], en, () => {}),
        section,
      );
      const list = byRole(root, 'region', 'Match the columns');
      expect(list.scrollWidth, `to the side at ${width} px`).to.be.at.most(list.clientWidth);
      for (const cell of list.querySelectorAll('tbody th')) {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (text.nextNode()) {
          for (const { 0: word, index } of text.currentNode.nodeValue!.matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(text.currentNode, index);
            range.setEnd(text.currentNode, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            expect(tops.size, `lines of ${word} at ${width} px`).to.equal(1);
          }
        }
      }
      opened.panel.remove();
    }
  });

  it('stays a table for screen readers, with a cell for each empty value', async () => {
    await setViewport({ width: 360, height: 800 });
    const opened = await open(server => {
      server.contacts.push({ external_id: 'c-1' });
    });
    const { root } = opened;
    await openTab(opened, 'contacts');
    await waitUntil(() => root.querySelector('tbody tr'), 'the contact is drawn');
    const table = root.querySelector('table')!;
    expect(table.getAttribute('role')).to.equal('table');
    const heads = table.querySelectorAll('thead [role=row] > [role=columnheader]');
    const cells = [
      ...table.querySelectorAll<HTMLElement>('tbody [role=row] > :is([role=rowheader], [role=cell])'),
    ];
    expect(cells.length).to.equal(heads.length);
    for (const cell of cells) expect(getComputedStyle(cell).display).not.to.equal('none');
  });

  it('leaves most of a phone to the form, however long the agent’s name is', async () => {
    await setViewport({ width: 390, height: 800 });
    const heightOfBar = async (name: string): Promise<number> => {
      const { root, panel } = await open(server => server.saveElsewhere({ name }));
      const height = root.querySelector('.head')!.clientHeight;
      panel.remove();
      return height;
    };
    expect(await heightOfBar('Gesellschaft '.repeat(7))).to.equal(await heightOfBar('Shop'));
  });

  it('begins the first field on a phone within 300 pixels below the top of a page with a bar', async () => {
    for (const width of [320, 360, 390]) {
      await setViewport({ width, height: 800 });
      const { root, panel } = await open();
      const field = root.querySelector('[part=field]')!.getBoundingClientRect();
      expect(field.top - panel.getBoundingClientRect().top, `at ${width} px`).to.be.below(240);
      panel.remove();
    }
  });

  it('has undo, redo and lock in a menu on a phone', async () => {
    await setViewport({ width: 390, height: 800 });
    const { root, panel } = await open();
    const menu = button(root, 'More options');
    const bar = root.querySelector('.bar')!;
    const inMenu = (): string[] =>
      allByRole(bar, 'button')
        .filter(each => each.checkVisibility() && !['Preview', 'More options', 'Save'].includes(nameOf(each)))
        .map(nameOf);
    expect(inMenu()).to.deep.equal([]);

    type(root, '#field-name', 'Ada');
    await panel.updateComplete;
    menu.click();
    expect(menu.ariaExpanded).to.equal('true');
    expect(inMenu()).to.deep.equal(['Undo', 'Redo', 'Lock']);
    button(root, 'Undo').focus();
    await sendKeys({ press: 'Enter' });
    await panel.updateComplete;
    expect(textbox(root, 'Name').value).to.equal('Assistant');

    await sendKeys({ press: 'Escape' });
    expect(inMenu(), 'closed by Escape').to.deep.equal([]);
    expect(root.activeElement).to.equal(menu);

    menu.click();
    textbox(root, 'Name').focus();
    expect(menu.ariaExpanded, 'closed by the focus').to.equal('false');
  });

  it('keeps Preview and Save within the panel on the narrowest phone, in the languages with the longest words', async function () {
    this.timeout(60_000);
    for (const [width, lang] of [
      [292, 'hi'],
      [292, 'de'],
      [280, 'de'],
      [292, 'ar'],
    ] as const) {
      await setViewport({ width, height: 800 });
      const { root, panel } = await open(() => {}, lang);
      const bar = root.querySelector('.bar')!;
      const toSave: number[] = [];
      for (const name of ['Assistant', 'Ada']) {
        type(root, '#field-name', name);
        await panel.updateComplete;
        const { left, right } = bar.getBoundingClientRect();
        const words = rangeOf(bar.querySelector('.changes, .said:not(:empty)')!);
        const preview = bar.querySelector('.preview-toggle')!.getBoundingClientRect();
        for (const each of bar.querySelectorAll('button')) {
          if (!each.checkVisibility()) continue;
          const box = each.getBoundingClientRect();
          const isWithin = box.left >= left && box.right <= right;
          expect(isWithin, `${each.textContent!.trim()} in ${lang} at ${width} px`).to.equal(true);
        }
        const apart =
          words.right <= preview.left || words.left >= preview.right || words.bottom <= preview.top;
        expect(apart, `${JSON.stringify([words, preview])} of ${lang} at ${width} px are apart`).to.equal(
          true,
        );
        toSave.push(Math.round(bar.querySelector('.primary')!.getBoundingClientRect().top));
      }
      expect(toSave[0], `Save in ${lang} at ${width} px`).to.equal(toSave[1]);
      panel.remove();
    }
  });

  it('keeps large totals within their card', async function () {
    this.timeout(60_000);
    const day = new Date().toISOString().slice(0, 10);
    for (const [width, lang] of [
      [320, 'pl'],
      [470, 'de'],
      [1120, 'de'],
      [1120, 'ar'],
    ] as const) {
      await setViewport({ width, height: 800 });
      const opened = await open(server => {
        const [requests, credits] = [1_500_000, 4_500_000.5];
        server.usage = { days: [{ day, requests, failures: 123_456, unanswered: 123_456, credits }] };
      }, lang);
      const { root } = opened;
      await openTab(opened, 'usage');
      await waitUntil(() => root.querySelectorAll('figure').length === 4, 'the charts are drawn');
      for (const chart of root.querySelectorAll('figure')) {
        const caption = chart.querySelector('figcaption')!;
        const [card, words, number] = [
          chart,
          caption.querySelector('span')!,
          caption.querySelector('strong')!,
        ].map(element => element.getBoundingClientRect());
        const isWithin = [words, number].every(box => box!.left > card!.left && box!.right < card!.right);
        expect(isWithin, `${caption.textContent} in ${lang} at ${width} px`).to.equal(true);
        expect(rangeOf(caption.querySelector('span')!).width, 'no word reaches beyond').to.be.at.most(
          words!.width + 1,
        );
      }
      opened.panel.remove();
    }
  });

  it('aligns the agent’s name with the panel, also from right to left', async () => {
    const { root } = await open(server => server.saveElsewhere({ name: 'Shop' }), 'ar');
    const heading = byRole(root, 'heading', /^Shop/);
    const range = document.createRange();
    range.selectNodeContents(heading.querySelector('bdi')!);
    expect(Math.round(range.getBoundingClientRect().right)).to.equal(
      Math.round(heading.getBoundingClientRect().right),
    );
  });

  it('shows the focused element between the bars, also with long words and on a phone in landscape', async function () {
    this.timeout(60_000);
    // Elsewhere Tab stops at other things, too.
    if (!navigator.userAgent.includes('Chrome')) this.skip();
    for (const [width, height, tab] of [
      [760, 800, 'access'],
      [760, 800, 'opening'],
      [844, 390, 'access'],
      [844, 390, 'install'],
    ] as const) {
      await setViewport({ width, height });
      const opened = await open(server => server.saveElsewhere({ rateLimit: {}, autoOpen: {} }), 'fr');
      const { root, panel } = opened;
      await openTab(opened, tab);
      root.querySelector<HTMLElement>(`#tab-${tab}`)!.focus();
      for (let stops = 0; stops < 60; stops++) {
        await sendKeys({ press: 'Tab' });
        const active = root.activeElement;
        if (!active || active.closest('.preview-controls, agent-chat')) break;
        if (active.role === 'tabpanel' || active.closest('.bar')) continue;
        const { left, top, width: wide, height: high } = active.getBoundingClientRect();
        const onTop = root.elementFromPoint(left + wide / 2, top + Math.min(high, 30) / 2);
        const bar = onTop?.closest('.bar, .preview-controls');
        expect(bar, `${width} × ${height}: a bar covers ${active.id} in ${tab}`).to.equal(null);
      }
      panel.remove();
    }
  });

  it('shows the focused field between the bars in a browser that ignores scroll margins', async () => {
    await setViewport({ width: 760, height: 800 });
    const opened = await open(server => server.saveElsewhere({ leadForm: {} }));
    await openTab(opened, 'leads');
    const { root } = opened;
    const fields = allByRole(byRole(root, 'tabpanel'), 'textbox');
    expect(fields.length).to.be.above(4);
    for (const field of [...fields, ...fields.toReversed()]) {
      field.focus();
      await waitUntil(() => {
        const { left, top, width, height } = field.getBoundingClientRect();
        return root.elementFromPoint(left + width / 2, top + height / 2) === field;
      }, `${field.id} in view`);
    }
  });

  it('stays below a sticky bar of the page, with Save and the focused field', async () => {
    for (const [width, height] of [
      [1000, 700],
      [360, 640],
    ] as const) {
      await setViewport({ width, height });
      const opened = await open(server => server.saveElsewhere({ leadForm: {} }));
      const { root, panel } = opened;
      const bar = document.createElement('header');
      bar.style.cssText = 'position: fixed; inset: 0 0 auto; block-size: 80px; z-index: 9; background: red';
      document.body.append(bar);
      panel.style.setProperty('--agent-chat-admin-top', '80px');
      await openTab(opened, 'leads');
      const fields = allByRole(byRole(root, 'tabpanel'), 'textbox');
      for (const field of fields.toReversed()) {
        field.focus();
        for (const seen of [field, button(root, 'Save')]) {
          await waitUntil(
            () => {
              const box = seen.getBoundingClientRect();
              return root.elementFromPoint(box.left + box.width / 2, box.top + 2) === seen;
            },
            `${seen.id || 'Save'} in view at ${width} px`,
          );
        }
      }
      bar.remove();
      panel.remove();
    }
  });

  it('scrolls to the invalid field on Save, also if it has the focus already', async () => {
    await setViewport({ width: 760, height: 600 });
    const opened = await open(server => server.saveElsewhere({ leadForm: {} }));
    const { root, panel } = opened;
    await openTab(opened, 'leads');
    const field = root.querySelector<HTMLElement>('#field-leadForm-title')!;
    field.focus();
    type(root, '#field-leadForm-title', 'x'.repeat(300));
    scrollTo(0, document.documentElement.scrollHeight);
    expect(field.getBoundingClientRect().bottom, 'out of view').to.be.below(0);
    const ctrlS = { key: 's', ctrlKey: true, bubbles: true, composed: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', ctrlS));
    await panel.updateComplete;
    await waitUntil(() => field.getBoundingClientRect().top > 0, 'it is in view');
  });
});
