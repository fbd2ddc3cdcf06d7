import { expect } from '@open-wc/testing';
import { renderMarkdown } from './in-english.ts';
import { randomPieces, stream, units } from './splits.ts';
import { DANGEROUS } from './xss-corpus.ts';

const TAGS = new Set(
  (
    'p br strong em del code pre ul ol li a blockquote h1 h2 h3 h4 h5 h6 hr table thead tbody tr th td input ' +
    'div button'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  'class dir href title target rel start align scope type disabled checked aria-label role tabindex translate'.split(
    ' ',
  ),
);
const CLASSES = /^md(?:-[a-z-]+)?$/;

/** What is wrong with one state of the document; empty when nothing is. */
function faults(root: ParentNode): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (!TAGS.has(element.localName)) found.push(`tag ${element.localName}`);
    for (const { name, value } of element.attributes) {
      if (!ATTRIBUTES.has(name)) found.push(`attribute ${name}`);
      if (name === 'class' && !value.split(' ').every(each => CLASSES.test(each)))
        found.push(`class ${value}`);
      if (name === 'href' && !/^(?:https?|mailto|tel):$/.test(scheme(value))) {
        found.push(`href ${value}`);
      }
      if (name === 'type' && !/^(?:checkbox|button)$/.test(value)) found.push(`type ${value}`);
    }
  }
  return found;
}

function scheme(target: string): string {
  return URL.canParse(target, document.baseURI) ? new URL(target, document.baseURI).protocol : 'https:';
}

/** Looks at `root` after every change, also at those between two pieces. */
function watch(root: Node & ParentNode): { faults: Set<string>; stop: () => void } {
  const seen = new Set<string>();
  const look = (): void => {
    for (const fault of faults(root)) seen.add(fault);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  const stop = (): void => {
    look();
    observer.disconnect();
  };
  return { faults: seen, stop };
}

describe('a malicious answer', () => {
  it('is dangerous: as raw HTML most of the corpus does harm', () => {
    const template = document.createElement('template');
    const found = DANGEROUS.filter(each => {
      template.innerHTML = each.replace(/^\[[^\]]*\]\(<?([^)>]*)>?\)$/, '<a href="$1">x</a>');
      return faults(template.content).length > 0;
    });
    expect(found.length / DANGEROUS.length).to.be.above(0.6);
  });

  for (const harm of DANGEROUS) {
    it(`does no harm: ${harm.slice(0, 60).replaceAll('\n', '⏎')}`, async () => {
      const hooks = ['alert', 'confirm', 'prompt', 'print', 'open'] as const;
      const originals = hooks.map(name => window[name]);
      let fired = 0;
      for (const name of hooks) window[name] = (() => fired++) as never;
      try {
        const pieces = [
          [harm],
          units(harm),
          randomPieces(harm, 1, 9),
          randomPieces(harm, 2, 9),
          randomPieces(harm, 3, 30),
        ];
        for (const cut of pieces) {
          let watched: ReturnType<typeof watch> | undefined;
          const done = stream(cut, {}, container => {
            if (!watched) {
              document.body.append(container);
              watched = watch(container);
            }
            expect(faults(container)).to.deep.equal([]);
          });
          await Promise.resolve();
          watched?.stop();
          done.remove();
          expect([...(watched?.faults ?? [])]).to.deep.equal([]);
          expect(faults(done)).to.deep.equal([]);
        }
        expect(fired).to.equal(0);
      } finally {
        for (const [index, name] of hooks.entries()) window[name] = originals[index] as never;
      }
    });
  }

  it('shows a replacement for an invalid character', () => {
    for (const pieces of [['a\0b `c\0`'], units('a\0b `c\0`')])
      expect(stream(pieces).textContent).to.equal('a\ufffdb c\ufffd');
    expect(stream(['&#1114112; &#xd800; &#0;']).textContent).to.equal('\ufffd \ufffd \ufffd');
  });

  it('shows raw HTML as text', () => {
    const container = document.createElement('div');
    renderMarkdown(container, 'Press <kbd>Enter</kbd>.\n\n<script>alert(1)</script>\n');
    expect(container.textContent).to.equal('Press <kbd>Enter</kbd>.<script>alert(1)</script>');
  });
});
