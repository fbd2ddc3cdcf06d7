import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { PIECE_MAX, UPLOADS } from '../../../src/protocol/sources.ts';
import type { AdminServer } from '../../fakes/admin-server.ts';
import { finding, SourceServer } from '../../fakes/source-server.ts';
import { allByRole, byRole, fill, nameOf, textbox } from '../by-role.ts';
import { focusOn, press, tabTo } from '../keyboard.ts';
import { DANGEROUS } from '../markdown/xss-corpus.ts';
import { prefer } from '../prefer.ts';
import { waitUntil } from '../wait-until.ts';
import { type Opened, open } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = originalFetch;
  await setViewport({ width: 1000, height: 800 });
  await prefer({ forcedColors: 'none' });
  document.documentElement.removeAttribute('style');
});

interface Desk extends Opened {
  tab: HTMLElement;
  sources: SourceServer;
}

async function openKnowledge(
  prepare: (sources: SourceServer, server: AdminServer) => void = () => {},
  lang = 'en',
): Promise<Desk> {
  const sources = new SourceServer();
  const opened = await open(server => {
    server.sources = sources;
    prepare(sources, server);
  }, lang);
  opened.root.querySelector<HTMLElement>('#tab-knowledge')!.click();
  const tab = opened.root.querySelector<HTMLElement>('[role=tabpanel]')!;
  await waitUntil(() => tab.querySelector('.sources, .nothing'), 'the sources are listed');
  return { ...opened, tab, sources };
}

function choose(tab: HTMLElement, ...files: File[]): void {
  const input = tab.querySelector<HTMLInputElement>('input[type=file]')!;
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change'));
}

async function openDetails(tab: HTMLElement, selector: string, shown: string): Promise<void> {
  tab.querySelector<HTMLElement>(`${selector} > summary`)!.click();
  await waitUntil(() => tab.querySelector(shown), `${shown} is shown`);
}

const textIn = (tab: HTMLElement, selector: string): string => tab.querySelector(selector)?.textContent ?? '';

describe('knowledge', () => {
  it('is absent in front of a service that does not offer it', async () => {
    const { root } = await open();
    expect(root.querySelector('#tab-knowledge')).to.equal(null);
  });

  it('takes several files, also a large one in pieces, and lists them', async () => {
    const { tab, sources, server } = await openKnowledge();
    const large = 'x'.repeat(2 * PIECE_MAX + 5);
    choose(tab, new File([large], 'large.txt'), new File(['# Tents'], 'tents.md'));
    await waitUntil(() => tab.querySelectorAll('.uploads .about .glyph').length === 2, 'both are stored');
    expect(sources.textOf('large.txt') === large).to.equal(true);
    expect(server.seen.filter(({ path }) => path.includes('/uploads/')).length).to.equal(4);
    await waitUntil(() => textIn(tab, '.sources').includes('Documents: 2'), 'they are counted');
    for (const button of allByRole(tab, 'button', /^Remove from this list/)) button.click();
    await waitUntil(() => tab.querySelector('.uploads') === null, 'the list of uploads is empty');
  });

  it('takes files that are dropped', async () => {
    const { tab, sources } = await openKnowledge();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Tents'], 'tents.md'));
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    tab.querySelector('.drop')!.dispatchEvent(drop);
    expect(drop.defaultPrevented).to.equal(true);
    await waitUntil(() => sources.textOf('tents.md') === '# Tents', 'it is uploaded');
  });

  it('says why a file was not read and what to do', async () => {
    const { tab } = await openKnowledge();
    choose(tab, new File(['x'], 'skip.pdf'));
    await waitUntil(() => tab.querySelector('.uploads .fault'), 'the reason is shown');
    expect(textIn(tab, '.uploads .fault')).to.contain('text recognition');
    expect(tab.querySelector('.sources')).to.equal(null);
  });

  it('goes on with an upload that the network broke off', async () => {
    let failures = 1;
    const { tab, sources, server } = await openKnowledge();
    server.intercept = (_, path) => {
      if (!path.includes('/uploads/') || failures-- !== 0) return undefined;
      return Response.json({ error: { code: 'upstream_unavailable', message: 'away' } }, { status: 502 });
    };
    const large = 'y'.repeat(PIECE_MAX + 5);
    choose(tab, new File([large], 'large.txt'));
    await waitUntil(() => tab.querySelector('.uploads .fault'), 'the failure is shown');
    byRole(tab, 'button', 'Try again: large.txt').click();
    await waitUntil(() => tab.querySelector('.uploads .about .glyph'), 'it is stored');
    expect(sources.textOf('large.txt') === large).to.equal(true);
  });

  it('stores a text that is written here', async () => {
    const { tab, sources, root } = await openKnowledge();
    byRole(tab, 'button', 'Write a text').click();
    await waitUntil(() => root.activeElement?.id === 'text-title', 'the title has the focus');
    fill(textbox(tab, 'Title'), 'Opening / hours');
    fill(textbox(tab, 'Text'), 'From nine to five.');
    byRole(tab, 'button', 'Save').click();
    await waitUntil(
      () => sources.textOf('Opening   hours.md') ?? sources.textOf('Opening hours.md'),
      'it is stored',
    );
    await waitUntil(() => tab.querySelector('.sources'), 'the source is listed');
    await waitUntil(() => root.activeElement?.classList.contains('write'), 'the button has the focus');
  });

  it('shows documents, their passages, and forgets one or all', async () => {
    const { tab, root } = await openKnowledge(sources => {
      sources.addSource(UPLOADS, 'uploads', ['a.md', 'b.md']);
      sources.addSource('/srv/docs', 'folder', ['c.md'], true);
      sources.addSource('https://shop.example/', 'site', ['https://shop.example/a']);
    });
    expect(
      allByRole(tab, 'button', /^Forget/).map(button => button.getAttribute('aria-label')),
    ).to.deep.equal(['Forget: Uploaded files', 'Forget: https://shop.example/']);
    await openDetails(tab, '.sources > li > details', '.documents');
    await openDetails(tab, '.documents > li > details', '.passages');
    expect(textIn(tab, '.passages')).to.contain('Wash a tent by hand.');
    byRole(tab, 'button', 'Forget: a.md').click();
    await waitUntil(() => root.activeElement?.textContent === 'Keep', 'it asks first');
    byRole(tab, 'group').querySelector<HTMLElement>('.danger')!.click();
    await waitUntil(() => textIn(tab, '.done') === 'Forgotten: a.md', 'it is forgotten');
    await waitUntil(() => tab.querySelectorAll('.documents > li').length === 1, 'the other one stays');
    byRole(tab, 'button', 'Forget: https://shop.example/').click();
    await waitUntil(() => root.activeElement?.textContent === 'Keep', 'it asks first');
    byRole(tab, 'button', 'Keep').click();
    await waitUntil(() => root.activeElement?.id === 'sources-title', 'the focus is near');
    expect(textIn(tab, '.sources')).to.contain('https://shop.example/');
  });

  it('reads a website, shows how far it is and what was skipped, and reads it again', async () => {
    const { tab, root, sources } = await openKnowledge();
    byRole(tab, 'button', 'Read a website').click();
    await waitUntil(() => root.activeElement?.id === 'site-address', 'the address has the focus');
    fill(textbox(tab, 'Address'), 'shop.example');
    fill(tab.querySelector<HTMLInputElement>('#site-hours')!, '24');
    byRole(tab, 'button', 'Read').click();
    await waitUntil(() => textIn(tab, '.site-state').includes('Waiting'), 'it waits to be read');
    await waitUntil(() => root.activeElement?.id === 'sources-title', 'the focus is near');
    const name = 'https://shop.example/';
    const reading = sources.readings.get(name)!;
    expect(reading.everyHours).to.equal(24);
    sources.readings.set(name, {
      ...reading,
      state: 'reading',
      found: 200,
      done: 50,
      skipped: 2,
      secondsLeft: 150,
    });
    await waitUntil(() => textIn(tab, '.site-state').includes('Pages: 50 of 200'), 'the progress is shown');
    expect(textIn(tab, '.site-state')).to.contain('Time left: about 3 minutes');
    expect(tab.querySelector<HTMLProgressElement>('.site-state progress')!.value).to.equal(50);
    byRole(tab, 'button', `Pause: ${name}`).click();
    await waitUntil(() => sources.readings.get(name)!.state === 'paused', 'it is paused');
    await waitUntil(() => tab.querySelector(`[aria-label="Resume: ${name}"]`), 'it can go on');
    byRole(tab, 'button', `Resume: ${name}`).click();
    await waitUntil(() => sources.readings.get(name)!.state === 'idle', 'it goes on');
    await waitUntil(
      () => tab.querySelector(`[aria-label="Read again now: ${name}"]`),
      'it can be read again',
    );
    sources.skipped.set(name, [{ path: `${name}secret`, reason: 'robots' }]);
    await openDetails(tab, '.left-out', '.left-out li');
    expect(textIn(tab, '.left-out li')).to.contain('Allow agent-chat there');
    byRole(tab, 'button', `Read again now: ${name}`).click();
    await waitUntil(() => textIn(tab, '.site-state').includes('Waiting'), 'it is read again');
    sources.readings.set(name, { ...reading, state: 'idle', found: 1, done: 1 });
    await waitUntil(() => textIn(tab, '.done') === `Ready: answers use ${name} from now on.`, 'it is ready');
    const hours = tab.querySelector<HTMLInputElement>('.site-state .hours')!;
    fill(hours, '');
    byRole(tab, 'button', 'Save: Read again every … hours').click();
    await waitUntil(() => sources.readings.get(name)!.everyHours === null, 'it is no longer planned');
  });

  it('says why a website cannot be read and what to do', async () => {
    const name = 'http://intranet.example/';
    const { tab } = await openKnowledge(sources => {
      sources.addSource(name, 'site', []);
      sources.readings.set(name, {
        ...{ state: 'idle', found: 0, done: 0, skipped: 0, secondsLeft: null },
        ...{ everyHours: null, nextAt: null, fault: 'private' },
      });
    });
    expect(textIn(tab, '.site-state .fault')).to.contain('private network');
  });

  it('forgets a page of a website, and restores it', async () => {
    const { tab, root } = await openKnowledge(sources => {
      sources.addSource('https://shop.example/', 'site', [
        'https://shop.example/a',
        'https://shop.example/b',
      ]);
    });
    await openDetails(tab, '.sources > li > details', '.documents');
    await openDetails(tab, '.left-out', '.left-out .nothing');
    byRole(tab, 'button', 'Forget: https://shop.example/a').click();
    await waitUntil(() => root.activeElement?.textContent === 'Keep', 'it asks first');
    byRole(tab, 'group').querySelector<HTMLElement>('.danger')!.click();
    const restore = (): HTMLElement | null =>
      tab.querySelector('[aria-label="Restore: https://shop.example/a"]');
    await waitUntil(restore, 'it can be restored');
    expect(textIn(tab, '.left-out li')).to.contain('No later reading brings it back.');
    restore()!.click();
    await waitUntil(() => textIn(tab, '.done') === 'Restored: https://shop.example/a', 'it is back');
    await waitUntil(() => textIn(tab, '.sources').includes('Documents: 2'), 'it is counted');
    await waitUntil(() => root.activeElement?.id === 'sources-title', 'the focus is near');
  });

  it('shows what is found for a question and why', async () => {
    const { tab } = await openKnowledge(sources => {
      sources.findings = {
        taught: { id: crypto.randomUUID(), question: 'Do you wash tents?' },
        passages: [finding('Tents', { heading: 'Washing', found: ['wash', 'tent'], missing: ['soap'] })],
      };
    });
    fill(textbox(tab, 'Question'), 'How do I wash a tent with soap?');
    byRole(tab, 'button', 'Find').click();
    await waitUntil(() => tab.querySelector('.findings'), 'the passages are shown');
    const shown = textIn(tab, '.findings');
    for (const part of ['Tents › Washing', 'Is quoted', 'Contains: wash, tent', 'Lacks: soap'])
      expect(shown.replace(/\s+/g, ' ')).to.contain(part);
    expect(textIn(tab, '.outcome')).to.contain('Do you wash tents?');
  });

  it('shows names, titles and passages as text, whatever they contain', async () => {
    let ran = 0;
    (globalThis as { alert: unknown }).alert = () => ran++;
    const hostile = DANGEROUS.join('\n');
    const { tab } = await openKnowledge(sources => {
      sources.addSource(UPLOADS, 'uploads', [hostile]);
      sources.addSource(`https://x.example/${hostile}`, 'site', ['a']);
      sources.passages[0] = { heading: hostile, body: hostile };
      sources.findings = {
        taught: { id: 'x', question: hostile },
        passages: [finding(hostile, { heading: hostile, found: [hostile], url: 'javascript:alert(1)' })],
      };
    });
    await openDetails(tab, '.sources > li > details', '.documents');
    await openDetails(tab, '.documents > li > details', '.passages');
    fill(textbox(tab, 'Question'), 'x');
    byRole(tab, 'button', 'Find').click();
    await waitUntil(() => tab.querySelector('.findings'), 'the passages are shown');
    choose(tab, new File(['x'], '<img src=x onerror=alert(1)>skip.md'));
    await waitUntil(() => tab.querySelector('.uploads .fault'), 'the upload is listed');
    expect(tab.querySelector('script, img, iframe, object, embed, svg:not(.glyph), style, a')).to.equal(null);
    expect(ran).to.equal(0);
  });

  for (const lang of ['en', 'ar'])
    it(`is accessible and fits 320 pixels, light and dark, in ${lang}`, async () => {
      for (const scheme of ['light', 'dark']) {
        document.documentElement.style.colorScheme = scheme;
        await setViewport({ width: 320, height: 700 });
        const { tab, panel } = await openKnowledge(sources => {
          sources.addSource(UPLOADS, 'uploads', ['a-very-long-name-of-a-document-without-any-space.md']);
          sources.addSource('/srv/docs', 'sample', ['c.md'], true);
          sources.findings = { taught: null, passages: [finding('Tents', { found: ['tent'] })] };
        }, lang);
        await openDetails(tab, '.sources > li > details', '.documents');
        await openDetails(tab, '.documents > li > details', '.passages');
        choose(tab, new File(['x'], 'skip.pdf'));
        await waitUntil(() => tab.querySelector('.uploads .fault'), 'the upload is listed');
        fill(tab.querySelector<HTMLInputElement>('#ask-question')!, 'x');
        tab.querySelector<HTMLElement>('.ask button')!.click();
        await waitUntil(() => tab.querySelector('.findings'), 'the passages are shown');
        await expect(panel).to.be.accessible();
        expect(tab.scrollWidth, 'the list').to.be.at.most(tab.clientWidth);
        tab.querySelector<HTMLElement>('.write')!.click();
        await waitUntil(() => tab.querySelector('#text-body'), 'the form is open');
        await expect(panel).to.be.accessible();
      }
    });

  for (const lang of ['en', 'ar'])
    for (const scheme of ['light', 'dark'])
      it(`shows a website accessibly in 320 pixels, ${scheme}, in ${lang}`, async () => {
        document.documentElement.style.colorScheme = scheme;
        await setViewport({ width: 320, height: 700 });
        const name = 'https://shop.example/a-very-long-address-without-any-space';
        const { tab, panel } = await openKnowledge(sources => {
          sources.addSource(name, 'site', ['d']);
          sources.readings.set(name, {
            ...{ state: 'reading', found: 200, done: 50, skipped: 2, secondsLeft: 150 },
            ...{ everyHours: 24, nextAt: null, fault: null },
          });
          sources.skipped.set(name, [
            { path: `${name}/a`, reason: 'status' },
            { path: `${name}/b`, reason: 'forgotten' },
          ]);
        }, lang);
        await openDetails(tab, '.left-out', '.left-out li');
        tab.querySelector<HTMLElement>('.add-site')!.click();
        await waitUntil(() => tab.querySelector('#site-address'), 'the form is open');
        await expect(panel).to.be.accessible();
        expect(tab.scrollWidth, 'the form').to.be.at.most(tab.clientWidth);
      });

  it('keeps the hours of a website that is added again, and shows its new passages where they are open', async () => {
    const name = 'https://shop.example/';
    const { tab, sources } = await openKnowledge(server => {
      server.addSource(name, 'site', [`${name}tents`]);
      server.readings.set(name, {
        ...{ state: 'idle', found: 1, done: 1, skipped: 0, secondsLeft: null },
        ...{ everyHours: 24, nextAt: null, fault: null },
      });
    });
    await openDetails(tab, '.sources > li > details', '.documents > li');
    await openDetails(tab, '.documents > li > details', '.passages li');
    expect(textIn(tab, '.passages')).to.contain('by hand');
    byRole(tab, 'button', 'Read a website').click();
    await waitUntil(() => tab.querySelector('#site-address'), 'it asks for the address');
    fill(textbox(tab, 'Address'), 'shop.example');
    byRole(tab, 'button', 'Read').click();
    await waitUntil(() => sources.readings.get(name)!.state === 'waiting', 'it is read again');
    expect(sources.readings.get(name)!.everyHours).to.equal(24);
    sources.passages[0] = { heading: 'Washing', body: 'Wash a tent by machine.' };
    sources.readings.set(name, { ...sources.readings.get(name)!, state: 'idle' });
    await waitUntil(() => textIn(tab, '.passages').includes('by machine'), 'the new passage is shown');
  });

  it('says when a website that could not be stored is tried again', async () => {
    const { tab } = await openKnowledge(server => {
      server.addSource('https://shop.example/', 'site', []);
      server.readings.set('https://shop.example/', {
        ...{ state: 'waiting', found: 1, done: 0, skipped: 0, secondsLeft: null },
        ...{ everyHours: null, nextAt: 1_700_000_000, fault: null },
      });
    });
    expect(textIn(tab, '.site-state')).to.contain('Waiting').and.to.contain('2023');
  });

  it('is used by keyboard alone: adds a website, opens its passages and forgets it', async () => {
    const { tab, root, sources } = await openKnowledge();
    root.querySelector<HTMLElement>('#tab-knowledge')!.focus();
    await tabTo(root, 'Read a website');
    await press('Enter');
    await focusOn(root, '#site-address', 'the address has the focus');
    await sendKeys({ type: 'shop.example' });
    await press('Enter');
    await focusOn(root, '#sources-title', 'the focus is near what was added');
    const name = 'https://shop.example/';
    sources.readings.set(name, { ...sources.readings.get(name)!, state: 'idle', found: 1, done: 1 });
    sources.addSource(name, 'site', [`${name}tents`]);
    await waitUntil(() => textIn(tab, '.done').includes(name), 'it is read');
    await tabTo(root, 'Documents');
    await press('Enter');
    await waitUntil(() => tab.querySelector('.documents > li'), 'the documents are shown');
    await tabTo(root, /^Passages/);
    await press('Enter');
    await waitUntil(() => tab.querySelector('.passages li'), 'the passages are shown');
    await tabTo(root, `Forget: ${name}`, 'Shift+Tab');
    await press('Enter');
    await focusOn(root, '.keep', 'the safe answer has the focus');
    await press('Enter');
    await focusOn(root, '#sources-title', 'nothing was forgotten');
    await tabTo(root, `Forget: ${name}`);
    await press('Enter');
    await focusOn(root, '.keep', 'it asks again');
    await tabTo(root, 'Forget', 'Shift+Tab');
    await press('Enter');
    await waitUntil(() => !textIn(tab, '.sources').includes(name), 'it is forgotten');
    await focusOn(root, '#sources-title', 'the focus is not lost');
  });

  it('shows its borders, its progress and the focus in forced colours', async function () {
    if (!(await prefer({ forcedColors: 'active' }))) this.skip();
    const name = 'https://shop.example/';
    const { panel, tab, root } = await openKnowledge(server => {
      server.addSource(name, 'site', [`${name}tents`]);
      server.readings.set(name, {
        ...{ state: 'reading', found: 200, done: 50, skipped: 2, secondsLeft: 60 },
        ...{ everyHours: null, nextAt: null, fault: null },
      });
    });
    await openDetails(tab, '.sources > li > details', '.documents > li');
    const canvas = getComputedStyle(tab).backgroundColor;
    for (const control of allByRole(tab, 'button')) {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(control);
      expect(Number.parseFloat(borderTopWidth), nameOf(control)).to.be.greaterThan(0);
      expect(borderTopStyle, nameOf(control)).not.to.equal('none');
      expect(borderTopColor, nameOf(control)).not.to.equal(canvas);
    }
    const bar = tab.querySelector('progress')!;
    expect(bar.getBoundingClientRect().width).to.be.greaterThan(20);
    root.querySelector<HTMLElement>('#tab-knowledge')!.focus();
    const focused = await tabTo(root, 'Read a website');
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    expect(outlineStyle).not.to.equal('none');
    expect(Number.parseFloat(outlineWidth)).to.be.greaterThan(0);
    await expect(panel).to.be.accessible();
  });
});
