/** Component tests as a site's own, where the chat itself is left out. */
import { AgentChat } from 'agent-chat/react';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

vi.mock('agent-chat', () => ({}));
vi.mock('agent-chat/react', () => ({ AgentChat: 'agent-chat' }));

test('a React component gives the chat what it has for it', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await React.act(() =>
    root.render(React.createElement(AgentChat, { 'agent-id': 'shop', heading: 'Ask us' })),
  );
  const chat = document.querySelector('agent-chat');
  expect(customElements.get('agent-chat')).toBeUndefined();
  expect([chat.getAttribute('agent-id'), chat.getAttribute('heading')]).toEqual(['shop', 'Ask us']);
  await React.act(() => root.unmount());
});

test('any other component has the chat as an element without code', async () => {
  await import('agent-chat');
  document.body.innerHTML = '<agent-chat agent-id="shop"></agent-chat>';
  expect(customElements.get('agent-chat')).toBeUndefined();
  expect(document.querySelector('agent-chat').shadowRoot).toBeNull();
});
