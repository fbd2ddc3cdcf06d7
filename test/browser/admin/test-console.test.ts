/** The test console after the token was changed or the conversation was deleted. */
import { expect } from '@open-wc/testing';
import { ADMIN_TOKEN } from '../../fakes/admin-server.ts';
import { textbox } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { button, type Opened, open, openTab, type } from './open-panel.ts';

const originalFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = originalFetch;
});

const says = ({ root }: Opened, text: string): boolean =>
  root.querySelector('[role=tabpanel]')!.textContent!.includes(text);

function answer(text: string): Response {
  const metadata = { conversationId: 'c', userMessageId: 'u', userId: null, finishReason: 'stop' };
  const done = { id: 'm', role: 'assistant', parts: [], metadata: { ...metadata, usage: { credits: 1 } } };
  const events = [
    { type: 'token', content: text },
    { type: 'done', data: done },
  ];
  const body = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

function refusal(status: number, code: string): Response {
  return Response.json({ error: { code, message: 'no' } }, { status });
}

function ask(opened: Opened): void {
  textbox(opened.root, 'Message').value = 'Who are you?';
  button(opened.root, 'Send').click();
}

describe('the test console', () => {
  it('tells the owner that the credits are used up', async () => {
    const opened = await open(server => {
      server.intercept = (method, path) =>
        method === 'POST' && path.endsWith('/chat') ? refusal(402, 'credits_exhausted') : undefined;
    }, 'de');
    await openTab(opened, 'test');
    textbox(opened.root, 'Nachricht').value = 'Wer bist du?';
    button(opened.root, 'Senden').click();
    await waitUntil(() => says(opened, 'Die Credits dieses Monats sind aufgebraucht.'), 'it says so');
  });

  it('clears the error of a refused token when the panel is open again', async () => {
    const opened = await open(server => {
      server.intercept = (method, path) =>
        method === 'POST' && path.endsWith('/chat') ? refusal(401, 'unauthorized') : undefined;
    });
    const { root } = opened;
    await openTab(opened, 'test');
    ask(opened);
    await waitUntil(() => root.querySelector('#token'), 'the token is asked for again');
    type(root, '#token', ADMIN_TOKEN);
    button(root, 'Open').click();
    await waitUntil(() => !root.querySelector('#token'), 'the panel is open again');
    await opened.panel.updateComplete;
    expect(says(opened, 'not accepted')).to.equal(false);
  });

  for (const unsaved of [true, false]) {
    it(`starts a new conversation if the last one was deleted, ${unsaved ? 'with' : 'without'} unsaved instructions`, async () => {
      let hasConversation = true;
      const opened = await open(server => {
        server.intercept = (method, path) => {
          if (method !== 'POST' || !path.endsWith('chat')) return undefined;
          const { conversationId } = server.seen.at(-1)!.body as { conversationId?: string };
          if (conversationId && !hasConversation) return refusal(404, 'not_found');
          return answer(hasConversation ? 'Ahoy' : 'Again');
        };
      });
      if (unsaved) type(opened.root, '#field-instructions', 'Talk like a pirate.');
      await openTab(opened, 'test');
      ask(opened);
      await waitUntil(() => says(opened, 'Ahoy') && !button(opened.root, 'Send').ariaDisabled, 'it answers');
      hasConversation = false;
      ask(opened);
      await waitUntil(() => says(opened, 'Again'), 'it answers again');
      expect(says(opened, 'cannot try unsaved')).to.equal(false);
    });
  }
});
