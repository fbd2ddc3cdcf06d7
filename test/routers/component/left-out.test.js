/** A component test as a site's own, where the chat itself is left out. */
import { createAgentChat } from 'agent-chat/react';
import 'agent-chat';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

vi.mock('agent-chat', () => ({}));

test('a component gives the chat what it has for it, and hears of a reply', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const AgentChat = createAgentChat(React);
  const onReply = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await React.act(() =>
    root.render(React.createElement(AgentChat, { agentId: 'shop', heading: 'Ask us', onReply })),
  );
  const chat = document.querySelector('agent-chat');
  expect(customElements.get('agent-chat')).toBeUndefined();
  expect(chat.heading).toBe('Ask us');
  chat.dispatchEvent(new CustomEvent('agent-chat-reply'));
  expect(onReply).toHaveBeenCalledOnce();
  await React.act(() => root.unmount());
});
