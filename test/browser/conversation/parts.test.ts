import { expect } from '@open-wc/testing';
import { messageMarkdown } from '../../../src/client/conversation/transcript.ts';
import type { ClientTool } from '../../../src/client/index.ts';
import type { Part } from '../../../src/protocol/message.ts';
import { allByRole, byRole } from '../by-role.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

describe('parts of an answer', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  beforeEach(() => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
  });
  afterEach(() => visitor.remove());

  const answer = async (...parts: Part[]): Promise<HTMLElement> => {
    await visitor.ask('Go');
    live.done({ parts });
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    return visitor.articles[1]!;
  };
  const tools = (tool: ClientTool): void => {
    visitor.element.tools = new Map([['open_cart', tool]]);
  };
  const toolLines = (): string[] =>
    Array.from(visitor.root.querySelectorAll('[part=part-tool-call]'), line => line.textContent.trim());
  const isDenied = (line: string): boolean => line === 'You didn’t allow this.';
  const call = { type: 'tool-call', id: 't1', name: 'open_cart', state: 'running', input: { item: 7 } };

  it('are rendered by the page’s renderer if their type is registered, text as text', async () => {
    visitor.element.renderers = new Map([['product', part => `<b>${String(part.name)}</b>`]]);
    const article = await answer({ type: 'product', name: 'Shoe' }, { type: 'nobody-knows', x: 1 });
    expect(article.querySelector('[part=bubble]')!.textContent).to.equal('<b>Shoe</b>');
    expect(article.querySelector('b')).to.equal(null);
    expect(visitor.conversation.state.messages[1]!.parts).to.have.length(2);
  });

  it('are not rendered if the page’s renderer returns false, null or nothing', async () => {
    visitor.element.renderers = new Map([['product', part => part.value as false]]);
    const values = [false, null, undefined, ''].map(value => ({ type: 'product', value }));
    const article = await answer({ type: 'text', text: 'Before.' }, ...values, {
      type: 'text',
      text: 'After.',
    });
    expect(article.querySelector('[part=bubble]')!.textContent).to.equal('Before.After.');
  });

  it('are rendered without the one whose renderer returns neither a node nor text', async () => {
    const named: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => named.push(...words);
    const odd = { sign: Symbol('sign'), later: Promise.resolve('later'), template: { strings: ['<b>'] } };
    visitor.element.renderers = new Map(
      Object.entries(odd).map(([type, value]) => [type, () => value as never]),
    );
    try {
      const parts = Object.keys(odd).map(type => ({ type }));
      const article = await answer({ type: 'text', text: 'Before.' }, ...parts, {
        type: 'text',
        text: 'After.',
      });
      expect(article.querySelector('[part=bubble]')!.textContent).to.equal('Before.After.');
    } finally {
      console.error = error;
    }
    for (const type of Object.keys(odd)) expect(named.join()).to.contain(`"${type}"`);
  });

  const pictures: Record<string, (url: string) => Element> = {
    'an image': url => Object.assign(document.createElement('img'), { src: url, alt: 'Shoe' }),
    'an image with a set of sources': url =>
      Object.assign(document.createElement('img'), { srcset: `${url} 2x`, alt: 'Shoe' }),
    'a picture with sources': url => {
      const picture = document.createElement('picture');
      const source = Object.assign(document.createElement('source'), { srcset: `${url} 1x` });
      picture.append(source, Object.assign(document.createElement('img'), { alt: 'Shoe' }));
      return picture;
    },
    'an image in an SVG': url => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
      image.setAttribute('href', url);
      svg.append(image);
      return svg;
    },
    'a poster': url => Object.assign(document.createElement('video'), { poster: url }),
    'an image button': url =>
      Object.assign(document.createElement('input'), { type: 'image', src: url, alt: 'Shoe' }),
    'a background': url => {
      const box = document.createElement('div');
      box.style.cssText = `block-size: 9px; background: url("${url}")`;
      return box;
    },
  };
  const isWebKit = /AppleWebKit\/(?!.*Chrom)/.test(navigator.userAgent);
  const isFirefox = navigator.userAgent.includes('Firefox');
  /** Some engines load an image while the page's renderer creates it, before anyone else sees it. */
  const loadsAtOnce = (kind: string): boolean =>
    isWebKit || (isFirefox && (kind === 'an image button' || kind === 'an image in an SVG'));
  const requested = (url: string): boolean => performance.getEntriesByName(url).length > 0;

  for (const [kind, create] of Object.entries(pictures))
    it(`load ${kind} rendered by the page only from a host in image-hosts`, async () => {
      for (const inside of [false, true])
        for (const isListed of [false, true]) {
          visitor.remove();
          live = new LiveAnswer();
          visitor = new Visitor([live.answer]);
          if (isListed) visitor.element.markdown = { imageHosts: [location.host] };
          const url = `${location.origin}/missing.png?${crypto.randomUUID()}`;
          visitor.element.renderers = new Map([
            [
              'image',
              part => {
                const card = document.createElement('div');
                const picture = create(String(part.url));
                card.append(picture);
                return inside ? card : picture;
              },
            ],
          ]);
          const article = await answer({ type: 'text', text: 'Look:' }, { type: 'image', url });
          if (isListed) await until(() => requested(url));
          else {
            await new Promise(requestAnimationFrame);
            if (!loadsAtOnce(kind)) expect(requested(url)).to.equal(false);
            for (const element of article.querySelectorAll('*:not(a)'))
              expect(Array.from(element.attributes, ({ value }) => value).join()).not.to.contain(url);
            if (kind === 'an image') expect(byRole(article, 'link', 'Shoe')).to.have.property('href', url);
          }
        }
    });

  /** Markup whose address the page's renderer took from an answer. */
  const rendersMarkup = async (markup: string): Promise<HTMLElement> => {
    visitor.element.markdown = { imageHosts: ['img.invalid', location.host] };
    visitor.element.renderers = new Map([
      [
        'markup',
        () => {
          const card = document.createElement('div');
          card.className = 'card';
          card.innerHTML = markup;
          return card;
        },
      ],
    ]);
    const article = await answer({ type: 'text', text: 'Look:' }, { type: 'markup' });
    return article.querySelector<HTMLElement>('.card')!;
  };
  const attributesOf = (card: HTMLElement): string =>
    Array.from(card.querySelectorAll('*:not(a)'), ({ attributes }) =>
      Array.from(attributes, ({ name, value }) => `${name}=${value}`),
    )
      .flat()
      .join('\n');

  const { host } = location;
  for (const markup of [
    '<img src="http:\\\\evil.invalid/a.png">',
    '<img src="\\\\evil.invalid\\a.png">',
    '<img src="/\\evil.invalid/a.png">',
    '<img src="&#9;//evil.invalid/a.png">',
    '<img src="/&#10;/evil.invalid/a.png">',
    `<img src="http://${host}&#9;@evil.invalid/a.png">`,
    `<img src="http://${host} @evil.invalid/a.png">`,
    `<img src="//${host}&#9;.evil.invalid/a.png">`,
    `<img src="a.png" srcset="a.png 1x, https://evil.invalid/a.png 2x">`,
    '<img srcset=",https://evil.invalid/a.png 1x">',
    '<img srcset=",,, https://evil.invalid/a.png">',
    '<img srcset="a.png 1x,https://evil.invalid/a.png 2x">',
    '<img srcset="a.png (,) 1x,https://evil.invalid/a.png">',
    '<img srcset="a.png,&#12;https://evil.invalid/a.png">',
    '<img srcset="a.png, \\\\evil.invalid/a.png">',
    '<picture><source srcset=",//evil.invalid/a.png"><img src="a.png"></picture>',
    '<video poster="\\\\evil.invalid/a.png"></video>',
    '<input type="image" src="\\\\evil.invalid/a.png">',
    '<object data="https://evil.invalid/a.png"></object>',
    '<embed src="https://evil.invalid/a.png">',
    '<table background="https://evil.invalid/a.png"><tr><td background="//evil.invalid/a.png">x</table>',
    '<svg><image href="\\\\evil.invalid/a.png"></image></svg>',
    '<svg><image xlink:href="\\\\evil.invalid/a.png"></image></svg>',
    '<svg><use href="https://evil.invalid/a.svg#a"></use></svg>',
    '<svg><filter id="f"><feImage href="https://evil.invalid/a.png"/></filter></svg>',
    '<svg><rect fill="url(https://evil.invalid/a.svg#a)"/></svg>',
    '<svg><rect filter="u\\72l(https://evil.invalid/a.svg#a)"/></svg>',
    '<svg><image><set attributeName="href" to="https://evil.invalid/a.png"/></image></svg>',
    '<p style="background:url(https://evil.invalid/a.png)">x</p>',
    '<p style="background:url(\\\\\\\\evil.invalid/a.png)">x</p>',
    '<p style="background:u\\72l(https://evil.invalid/a.png)">x</p>',
    `<p style='background:url("https://img.invalid/a(.png"),url("https://evil.invalid/a.png")'>x</p>`,
    `<p style="background-image:image-set('https://evil.invalid/a.png' 1x)">x</p>`,
    `<p style="background-image:image-set('a.png' 1x,'\\\\5c\\5c evil.invalid/a.png' 2x)">x</p>`,
    '<p style="--a:url(https://evil.invalid/a.png);background:var(--a)">x</p>',
    '<p style="--a:u\\72l(https://evil.invalid/a.png);background:var(--a)">x</p>',
    `<p style="--a:/*&quot;*/url(https://evil.invalid/a.png)/*&quot;*/;background:var(--a)">x</p>`,
    '<ul style="list-style-image:url(//evil.invalid/a.png)"><li>x</ul>',
  ])
    it(`load no image from a host that is not in image-hosts: ${markup}`, async () => {
      const card = await rendersMarkup(markup);
      expect(attributesOf(card)).not.to.contain('evil');
    });

  for (const style of [
    `background:image-set(var(--b) 1x);--b:'https://evil.invalid/a.png'`,
    `background:image-set(var(--b) 1x);background-color:red;--b:'https://evil.invalid/a.png'`,
    `background-image:image-set(var(--b) 1x);--b:'https://evil.invalid/a.png'`,
    `--a:image-set(var(--b) 1x);background:var(--a);--b:'https://evil.invalid/a.png'`,
  ])
    it(`load no image whose address is in a custom property: ${style}`, async () => {
      const card = await rendersMarkup(`<p style="${style}">x</p>`);
      expect(attributesOf(card)).not.to.contain('image-set');
      expect(getComputedStyle(card.firstElementChild!).backgroundImage).to.equal('none');
    });

  it('keep the addresses and styles of the page’s renderer that image-hosts allows', async () => {
    const kept = [
      `<img src="https://img.invalid/a b.png">`,
      `<img src="HTTPS://IMG.INVALID/a.png" srcset=" , a.png 1x,https://img.invalid/a,b.png 2x, a.png">`,
      '<img srcset="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA= 1x">',
      '<svg><defs><path id="a"/></defs><use href="#a"></use><rect fill="url(#g)" transform="scale(2)"/></svg>',
      '<td background="a.png">x</td>',
    ];
    for (const markup of kept) {
      const written = document.createElement('div');
      written.innerHTML = markup;
      const card = await rendersMarkup(markup);
      expect(card.innerHTML).to.equal(written.innerHTML);
      visitor.remove();
      live = new LiveAnswer();
      visitor = new Visitor([live.answer]);
    }
    const card = await rendersMarkup(
      `<p style='font-family:"Open Sans";--label:"5 (\\201C)";color:rgb(1,2,3);width:calc(1px + var(--w));` +
        `--w:1px;background:url("https://img.invalid/a.png");list-style-image:url("data:image/svg+xml,<svg a=\\"b\\"/>")'>x</p>`,
    );
    const { style } = card.querySelector('p')!;
    expect(style.fontFamily).to.equal('"Open Sans"');
    expect(style.backgroundImage).to.contain('https://img.invalid/a.png');
    expect(style.listStyleImage).to.contain('data:image/svg+xml');
    expect(style.width).to.contain('calc');
    expect(style.getPropertyValue('--w')).to.equal('1px');
  });

  it('show images of the page’s renderer that need no request', async () => {
    const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    visitor.element.renderers = new Map([['chart', () => pictures['an image']!(url)]]);
    const article = await answer({ type: 'chart' });
    expect(article.querySelector('img')).to.have.property('src', url);
  });

  it('show a source with an invalid URL', async () => {
    const article = await answer(
      { type: 'text', text: 'Found it.' },
      { type: 'citation', title: 'Returns', url: 5 } as never,
      { type: 'citation', title: 'Delivery', url: null } as never,
    );
    expect(article.textContent).to.contain('Found it.');
    expect(article.querySelectorAll('li')).to.have.length(2);
    expect(article.querySelector('a')).to.equal(null);
    const copied = messageMarkdown(visitor.conversation.state.messages[1]!);
    expect(copied).to.equal('Found it.\n\n1. Returns\n2. Delivery');
  });

  it('show a tool of the agent in one line of words', async () => {
    const article = await answer(
      { type: 'text', text: 'Found it.' },
      { ...call, name: 'track_order', state: 'done', output: 'tomorrow' },
      { ...call, id: 't2', name: 'sendMail', state: 'failed', output: 'no mailbox' },
    );
    const lines = [...article.querySelectorAll('[part=part-tool-call]')];
    expect(lines.map(line => line.textContent.trim())).to.deep.equal([
      'Used Track order',
      'Send mail failed',
    ]);
    expect(article.querySelector('summary, pre')).to.equal(null);
    for (const line of lines) expect(line.querySelector('.dot')).to.not.equal(null);
  });

  it('show the input and output of a tool if the page sets tool-details', async () => {
    visitor.frame.setAttribute('tool-details', '');
    const article = await answer(
      { type: 'text', text: 'Found it.' },
      { ...call, name: 'track', state: 'done', output: 'tomorrow' },
    );
    const details = article.querySelector('details[part=part-tool-call]')!;
    expect(details.querySelector('summary')!.textContent.trim()).to.equal('Used Track');
    expect([...details.querySelectorAll('pre')].map(pre => pre.textContent)).to.deep.equal([
      '{\n  "item": 7\n}',
      'tomorrow',
    ]);
  });

  it('show the rest if a part contains something that cannot be shown', async () => {
    const likeLit = { _$litDirective$: 'x', _$litType$: 1, strings: ['<img>'], values: [] };
    for (const what of [likeLit, { toString: 'x' }, [likeLit], { nodeType: 1 }]) {
      visitor.remove();
      live = new LiveAnswer();
      visitor = new Visitor([live.answer]);
      const article = await answer(
        { type: 'text', text: 'Found it.' },
        { type: 'citation', title: 'Returns', url: what, quote: what },
        { ...call, id: what, state: what, output: what },
        { ...call, state: 'done', input: what, output: what },
      );
      expect(article.textContent).to.contain('Found it.').and.to.contain('Returns');
      expect(article.querySelectorAll('[part=part-tool-call]')).to.have.length(1);
      expect(article.querySelector('img, blockquote')).to.equal(null);
    }
  });

  it('run a tool of the page only after the visitor allows it', async () => {
    const ran: unknown[] = [];
    tools({ description: 'Open your cart', confirm: true, run: input => ran.push(input) && 'opened' });
    await answer(call);
    await until(() => visitor.button('Allow') !== undefined);
    expect(byRole(visitor.root, 'group', 'open_cart').textContent).to.contain('Open your cart');
    expect(ran).to.have.length(0);
    visitor.button('Allow')!.click();
    await until(() => toolLines().includes('Used Open cart'));
    expect(ran).to.deep.equal([{ item: 7 }]);
  });

  it('show the request of a tool without characters that change its direction', async () => {
    tools({ description: 'Send money', confirm: true, run: () => 'sent' });
    await answer({ ...call, input: { to: '\u202e7 eciB\u202c ot 1\u2066' } });
    await until(() => visitor.button('Allow') !== undefined);
    const request = byRole(visitor.root, 'group', 'open_cart');
    byRole(request, 'disclosure').click();
    expect(byRole(request, 'region', 'Input').textContent).to.equal('{\n  "to": "7 eciB ot 1"\n}');
  });

  it('do not run a tool that the visitor or the page refuses, and say so', async () => {
    let ran = 0;
    tools({ description: 'Open your cart', confirm: true, run: () => ++ran });
    visitor.element.addEventListener('tool-run', event => event.preventDefault(), { once: true });
    await answer(call, { ...call, id: 't2' });
    for (const word of ['Allow', 'Don’t allow']) {
      await until(() => visitor.button(word) !== undefined);
      const denied = toolLines().filter(isDenied).length;
      visitor.button(word)!.click();
      await until(() => toolLines().filter(isDenied).length > denied, word);
    }
    expect(visitor.button('Allow')).to.equal(undefined);
    expect(visitor.root.activeElement).to.equal(visitor.field);
    expect(ran).to.equal(0);
  });

  it('show that a tool of the page failed, and why', async () => {
    visitor.frame.setAttribute('tool-details', '');
    tools({
      description: 'Open your cart',
      run: () => {
        throw new Error('no cart today');
      },
    });
    const article = await answer(call);
    await until(() => allByRole(article, 'disclosure', 'Open cart failed')[0]);
    expect(article.textContent).to.contain('no cart today');
  });

  it('run a tool that needs no confirmation automatically, but never from an old conversation', async () => {
    const ran: unknown[] = [];
    tools({ description: 'Look', run: input => ran.push(input) });
    await answer(call);
    await until(() => ran.length === 1);
    visitor.conversation.restore({ messages: [{ role: 'assistant', parts: [call] }] });
    await until(() => visitor.button('Allow') !== undefined);
    expect(ran).to.have.length(1);
  });

  it('show below the call, and not as the visitor’s words, what the next question sends in addition', async () => {
    visitor.frame.setAttribute('tool-details', '');
    tools({ description: 'Look', run: () => 'two things' });
    await answer(call);
    await until(() => allByRole(visitor.root, 'disclosure', 'Used Open cart')[0]);
    await visitor.ask('And now?');
    const asked = visitor.network.asked()[1]!.body as { message: string };
    expect(asked.message).to.equal('And now?\n\n[Result of open_cart: "two things"]');
    const [, called, question] = visitor.articles;
    expect(question!.querySelector('[part=bubble]')!.textContent.trim()).to.equal('And now?');
    byRole(called!, 'disclosure', 'Used Open cart').click();
    expect(byRole(called!, 'region', 'Result').textContent).to.equal('two things');
  });

  it('offer follow-up questions, and put an incomplete one into the field', async () => {
    await answer(
      { type: 'text', text: 'Yes.' },
      { type: 'suggestions', queries: ['How long?', 'Track order …'] },
    );
    await until(() => visitor.button('Track order …') !== undefined);
    visitor.button('Track order …')!.click();
    await visitor.settled();
    expect(visitor.field.value).to.equal('Track order ');
    expect(visitor.network.asked()).to.have.length(1);
    await visitor.type('4711');
    for (const typed of ['4711', 'Track order 4711']) {
      expect(visitor.field.value).to.equal(typed);
      visitor.button('Track order …')!.click();
      expect(visitor.field.value, 'nothing typed is lost').to.equal('Track order 4711');
    }
    visitor.button('How long?')!.click();
    await until(() => visitor.network.asked().length === 2);
    await visitor.settled();
    expect(visitor.button('How long?')).to.equal(undefined);
  });
});
