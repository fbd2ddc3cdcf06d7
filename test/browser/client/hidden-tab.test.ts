import { expect } from '@open-wc/testing';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import { chatFetch, eventStream, sse } from '../../fakes/chat-fetch.ts';
import { halfReply, until } from './harness.ts';

/** Makes the page look hidden or shown, as a change of tabs does. */
function show(visible: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => !visible });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a tab that is hidden and shown while a reply streams', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'hidden');
  });

  it('sends one request and reads its reply to the end', async () => {
    const { network, finish } = halfReply();
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
    });
    const sent = conversation.send('Hi');
    await until(conversation, () => conversation.state.turn?.replyText === 'Hel');
    show(false);
    show(true);
    finish();
    await sent;
    expect(network.asked()).to.have.length(1);
    expect(conversation.state.messages.at(-1)?.parts).to.deep.equal([{ type: 'text', text: 'Hello' }]);
  });
});

// Why `openWhenHidden` is set: what the library does without it.
describe('fetch-event-source without openWhenHidden', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'hidden');
  });

  it('sends the request again when the tab is shown', async () => {
    const { fetchEventSource } = await import('@microsoft/fetch-event-source');
    const network = chatFetch(eventStream(sse(['Hel']).slice(0, 1), { end: 'hang' }));
    const stop = new AbortController();
    const heard = Promise.withResolvers<void>();
    let messages = 0;
    const open = fetchEventSource('http://proxy.test/chat', {
      method: 'POST',
      fetch: network.fetch,
      signal: stop.signal,
      onmessage: () => {
        messages++;
        if (messages === 1) {
          show(false);
          show(true);
        } else heard.resolve();
      },
    });
    await heard.promise;
    stop.abort();
    await open;
    expect(network.asked()).to.have.length(2);
  });
});
