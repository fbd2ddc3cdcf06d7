/** A component test as a site's own: the chat is on the page, asks and is answered. */
import 'agent-chat';
import { expect, test, vi } from 'vitest';

const REPLY = {
  id: 'm1',
  role: 'assistant',
  parts: [{ type: 'text', text: 'On **Saturdays**, too.' }],
  metadata: { conversationId: 'c1', userMessageId: 'u1', userId: null, finishReason: 'stop' },
};

test('the chat opens, asks and draws the answer', async () => {
  vi.stubGlobal('fetch', async url =>
    String(url).endsWith('/settings')
      ? Response.json({ data: { name: 'Shop' } })
      : Response.json({ data: REPLY }),
  );
  const chat = document.createElement('agent-chat');
  chat.agentId = 'shop';
  document.body.append(chat);
  await chat.show();
  await chat.sendMessage('Do you deliver?');
  expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  await vi.waitFor(() => {
    const answer = chat.shadowRoot.querySelector('[role=log] strong');
    expect(answer.textContent).toBe('Saturdays');
  });
  chat.hide();
  await chat.updateComplete;
  chat.remove();
});
