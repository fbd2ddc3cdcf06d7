import { expect } from '@open-wc/testing';
import type { MarkdownOptions } from '../../../src/markdown/index.ts';
import { renderMarkdown } from './in-english.ts';
import { stream, units } from './splits.ts';

function draw(markdown: string, options?: Partial<MarkdownOptions>): HTMLElement {
  const container = document.createElement('div');
  renderMarkdown(container, markdown, options);
  return container;
}

function link(markdown: string, options?: Partial<MarkdownOptions>): HTMLAnchorElement {
  return draw(markdown, options).querySelector('a')!;
}

describe('links', () => {
  it('stay in the tab within the site and open another one for other sites', () => {
    expect(link('[x](/help)').target).to.equal('');
    expect(link(`[x](${location.origin}/help)`).target).to.equal('');
    const away = link('[x](https://a.example/)');
    expect(away.target).to.equal('_blank');
    expect(away.rel.split(' ')).to.include.members(['noopener', 'noreferrer', 'nofollow', 'ugc']);
  });

  it('show their target without characters that change its direction', () => {
    expect(link('[x](https://a.example/ "\u202egnp.exe")').title).to.equal('gnp.exe (a.example)');
    expect(link('<mailto:a\u202eb@a.example>').textContent).to.equal('mailto:ab@a.example');
  });

  it('lead to hosts with IP addresses', () => {
    expect(link('[x](http://[2001:db8::1]/a)').href).to.equal('http://[2001:db8::1]/a');
  });

  it('follow the page’s choice', () => {
    expect(link('[x](https://a.example/)', { links: 'same' }).target).to.equal('');
    const here = link('[x](/help)', { links: 'new' });
    expect(here.target).to.equal('_blank');
    expect(here.rel).to.include('noopener');
  });

  it('show their target if their text does not', () => {
    expect(link('[our shop](https://evil.example/x)').title).to.equal('evil.example');
    expect(link('[https://bank.example](https://evil.example/x "Bank")').title).to.equal(
      'Bank (evil.example)',
    );
    expect(link('[evil.example](https://evil.example/x)').title).to.equal('');
  });

  it('never lead through a user name, and show hosts in other scripts correctly', () => {
    const user = link('<https://bank.example@evil.example/x>');
    expect(user.href).to.equal('https://evil.example/x');
    expect(user.textContent).to.equal('https://evil.example/x');
    const script = link('<https://аpple.example/x>');
    expect(script.textContent).to.equal('https://xn--pple-43d.example/x');
    expect(link('<https://a.example/\u202egnp.exe>').textContent).to.not.include('\u202e');
  });

  it('are text if their scheme is not one of http, https, mailto and tel', () => {
    for (const target of ['ftp://a.example', 'sms:1', 'intent://x', 'javascript:x', 'data:,x']) {
      const drawn = draw(`[text](${target})`);
      expect(drawn.querySelectorAll('a').length).to.equal(0);
      expect(drawn.textContent).to.equal('text');
    }
    for (const space of ['\u00a0', '\u2003', '\u2028', '\u3000', '\ufeff']) {
      expect(draw(`[text](${space}javascript:x)`).querySelectorAll('a').length, encodeURI(space)).to.equal(0);
    }
    expect(link('[x](tel:+4712345678)').getAttribute('href')).to.equal('tel:+4712345678');
    expect(link('[x](mailto:a@b.example)').getAttribute('href')).to.equal('mailto:a@b.example');
  });
});

describe('addresses without brackets', () => {
  it('end before Chinese and Japanese punctuation, which no space follows', () => {
    expect(link('请看https://shop.example/help。谢谢').getAttribute('href')).to.equal(
      'https://shop.example/help',
    );
  });

  it('are text while they may continue, and links once they are complete', () => {
    const seen: [string, number][] = [];
    stream(units('See https://shop.example/a now'), {}, container => {
      seen.push([container.textContent!, container.querySelectorAll('a').length]);
    });
    expect(seen.find(([text]) => text === 'See https://shop.ex')).to.deep.equal(['See https://shop.ex', 0]);
    expect(seen.at(-1)).to.deep.equal(['See https://shop.example/a now', 1]);
  });
});

describe('images', () => {
  it('are links with their name unless the page allows their host', () => {
    const drawn = draw('![A red shoe](https://img.example/shoe.png)');
    expect(drawn.querySelectorAll('img').length).to.equal(0);
    expect(drawn.querySelector('a')!.textContent).to.equal('A red shoe');
    expect(draw('![](https://img.example/shoe.png)').textContent).to.equal('Image');
  });

  it('from an allowed host load lazily, in space reserved for them', () => {
    const image = draw('![Shoe](https://img.example/shoe.png)', {
      imageHosts: ['img.example'],
    }).querySelector('img')!;
    expect(image.loading).to.equal('lazy');
    expect(image.alt).to.equal('Shoe');
    expect(image.referrerPolicy).to.equal('no-referrer');
    for (const other of [
      'https://img.example.evil.example/x',
      'ftp://img.example/x',
      'https://u@img.example/x',
      '/x',
      '//evil.example/x',
    ]) {
      expect(draw(`![x](${other})`, { imageHosts: ['img.example'] }).querySelector('img'), other).to.equal(
        null,
      );
    }
  });

  it('load from no other host, whatever spaces precede their address', () => {
    const drawn = draw('![x](\u00a0//evil.example/x) ![x](&#xfeff;//evil.example/x)', {
      imageHosts: [location.host],
    });
    expect(drawn.querySelectorAll('img').length).to.equal(0);
  });

  it('request nothing from any host while or after they arrive', async () => {
    const beacons = [
      '![x](https://beacon.invalid/a.png?secret)',
      '![x][r]\n\n[r]: https://beacon.invalid/b.png?secret',
      '![x](//beacon.invalid/c.png)',
      '![x](http://beacon.invalid/d.png)',
      '![x](/own-origin-e.png?secret)',
      '![x](data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage href=%22https://beacon.invalid/f.png%22/%3E%3C/svg%3E)',
      '[![x](https://beacon.invalid/g.png)](https://a.example)',
      '<img src="https://beacon.invalid/h.png">',
      '<link rel="dns-prefetch" href="//beacon.invalid">',
      '[x](https://beacon.invalid/i)',
    ].join('\n\n');
    performance.clearResourceTimings();
    const before = performance.getEntriesByType('resource').length;
    const drawn = stream(units(beacons), {}, container => {
      if (!container.isConnected) document.body.append(container);
      expect(container.querySelectorAll('img,link,iframe,script,[src],[ping]').length).to.equal(0);
    });
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const asked = performance
      .getEntriesByType('resource')
      .slice(before)
      .map(entry => entry.name);
    expect(asked.filter(name => /beacon|own-origin/.test(name))).to.deep.equal([]);
    drawn.remove();
  });
});
