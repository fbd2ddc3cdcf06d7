import { expect } from '@open-wc/testing';
import '../../../src/agent-chat.ts';
import { createFromScriptTags, endpointOf } from '../../../src/elements/agent-chat/script-tag.ts';
import { happened, launcher, Site } from './site.ts';

describe('the default endpoint', () => {
  const root = new URL('/', location.href).href;
  const cases: Record<string, [script: string, endpoint: string]> = {
    'beside the script': ['https://chat.example/agent-chat.js', 'https://chat.example/'],
    'beside the panel’s script': ['https://chat.example/agent-chat-admin.js', 'https://chat.example/'],
    'in the script’s folder': ['https://chat.example/tools/agent-chat.js?v=2', 'https://chat.example/tools/'],
    'at the root of a site that bundles the chat': [`${root}assets/index-4f2a.js`, root],
    'at the root of a site whose bundler named a file after the package': [
      `${root}assets/agent-chat-Bx3f9.js`,
      root,
    ],
    'at the root of a site that serves packages as they are': [
      `${root}node_modules/agent-chat/dist/agent-chat.js`,
      root,
    ],
  };
  for (const [where, [script, endpoint]] of Object.entries(cases)) {
    it(where, () => expect(endpointOf(script)).to.equal(endpoint));
  }

  /** The page's tag for a script, which is not run. */
  function tagFor(src: string, data: Record<string, string> = {}): HTMLScriptElement {
    const tag = Object.assign(document.createElement('script'), { type: 'text/plain', src });
    Object.assign(tag.dataset, data);
    document.head.append(tag);
    return tag;
  }

  it('is the root of a site whose own bundle is loaded by a tag', () => {
    const tag = tagFor(`${root}assets/index-4f2a.js`);
    expect(endpointOf(tag.src)).to.equal(root);
    tag.remove();
  });

  it('is that of the first of two versions whose tags name the same agent', () => {
    const tags = [1, 2].map(version =>
      tagFor(`https://chat-${version}.example/agent-chat.js`, { agentId: 'an-agent' }),
    );
    for (const { src } of tags) createFromScriptTags(src);
    const chats = [...document.querySelectorAll('agent-chat')];
    expect(chats.map(chat => chat.endpoint)).to.deep.equal(['https://chat-1.example/']);
    for (const element of [...tags, ...chats]) element.remove();
  });

  it('is the folder of a script of any name whose tag creates the widget', () => {
    const tag = tagFor('https://chat.example/tools/help.js', { agentId: 'an-agent' });
    expect(endpointOf(tag.src)).to.equal('https://chat.example/tools/');
    tag.remove();
  });

  it('may be a URL object', async () => {
    const site = new Site();
    const chat = await site.place(element => {
      Object.assign(element, { endpoint: new URL(location.origin) });
    });
    await chat.sendMessage('Hello?');
    expect(chat.messages).to.have.length(2);
    site.leave();
  });
});

describe('a proxy that does not answer', () => {
  it('delays the launcher no longer than the timeout', async () => {
    const { timeout } = AbortSignal;
    const patience = new AbortController();
    AbortSignal.timeout = () => patience.signal;
    const site = new Site();
    window.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', reject);
        patience.abort();
      });
    const failed = happened(site.box, 'agent-chat-error');
    const chat = await site.place();
    expect((await failed).detail.code).to.equal('offline');
    expect(launcher(chat).checkVisibility()).to.equal(true);
    AbortSignal.timeout = timeout;
    site.leave();
  });
});
