/** What `npm run build` has made, in every browser of the tests: bundled, minified, its names shortened. */
import { expect } from '@open-wc/testing';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';

describe('the script that a page loads by its tag', () => {
  const scripts = (): string[] =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter(name => name.includes('/agent-chat.js'));

  it('opens, asks and draws a formatted answer, and is loaded once where its address has a version', async () => {
    const tag = document.createElement('script');
    tag.type = 'module';
    tag.src = '/dist/cdn/agent-chat.js?v=2';
    const loaded = new Promise((resolve, reject) => Object.assign(tag, { onload: resolve, onerror: reject }));
    document.head.append(tag);
    await loaded;
    // Now that the element is this file's, for the source of it finds that there is one.
    const { named, open, root, Site, type, until } = await import('./site.ts');
    const site = new Site({}, [eventStream(sse(['## Fees\n\nIt is ', '**free**.']))]);
    try {
      const chat = await site.place(chat => {
        chat.endpoint = location.origin;
      });
      await open(chat);
      type(chat, 'What does it cost?');
      named(chat, 'Send message')!.click();
      await until(() => root(chat).querySelector('.text strong')?.textContent === 'free', 'the answer');
      expect(root(chat).querySelector('.text h2')!.textContent).to.equal('Fees');
      expect(scripts()).to.have.length(1);
    } finally {
      site.leave();
    }
  });
});
