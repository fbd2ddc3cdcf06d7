import { expect } from '@open-wc/testing';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { open, root, until, Visit } from './built.ts';

describe('the script-tag bundle', () => {
  const scripts = (): string[] =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter(name => name.includes('/agent-chat.js'));

  it('opens, sends and renders a formatted answer, and loads once if its URL has a version', async () => {
    const visit = new Visit();
    try {
      const chat = await visit.start([eventStream(sse(['## Fees\n\nIt is ', '**free**.']))]);
      await open(chat);
      await visit.ask('What does it cost?');
      await until(() => root(chat).querySelector('.text strong')?.textContent === 'free', 'the answer');
      expect(root(chat).querySelector('.text h2')!.textContent).to.equal('Fees');
      expect(scripts()).to.have.length(1);
    } finally {
      visit.end();
    }
  });
});
