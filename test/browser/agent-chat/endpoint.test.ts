import { expect } from '@open-wc/testing';
import '../../../src/agent-chat.ts';
import { createFromScriptTags, endpointOf } from '../../../src/elements/agent-chat/script-tag.ts';
import { Site } from './site.ts';

describe('where the proxy is when nobody says', () => {
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

  it('at the root of a site whose own bundle came by a tag', () => {
    const tag = tagFor(`${root}assets/index-4f2a.js`);
    expect(endpointOf(tag.src)).to.equal(root);
    tag.remove();
  });

  it('of the first of two versions whose tags name the same agent: it has one chat', () => {
    const tags = [1, 2].map(version =>
      tagFor(`https://chat-${version}.example/agent-chat.js`, { agentId: 'an-agent' }),
    );
    for (const { src } of tags) createFromScriptTags(src);
    const chats = [...document.querySelectorAll('agent-chat')];
    expect(chats.map(chat => chat.endpoint)).to.deep.equal(['https://chat-1.example/']);
    for (const element of [...tags, ...chats]) element.remove();
  });

  it('beside a script of any name whose tag makes the chat', () => {
    const tag = tagFor('https://chat.example/tools/help.js', { agentId: 'an-agent' });
    expect(endpointOf(tag.src)).to.equal('https://chat.example/tools/');
    tag.remove();
  });

  it('at the address of a page that gives it as a URL', async () => {
    const site = new Site();
    const chat = await site.place(element => {
      Object.assign(element, { endpoint: new URL(location.origin) });
    });
    await chat.sendMessage('Hello?');
    expect(chat.messages).to.have.length(2);
    site.leave();
  });
});
