import { AgentChat } from 'agent-chat/react';
import * as React from 'react';
import { createRoot } from 'react-dom/client';

const h = React.createElement;

/** The agent's id and the proxy's address: `npm start` in the project prints both. */
const { VITE_AGENT_ID, VITE_ENDPOINT = 'http://localhost:8787' } = import.meta.env;

function Shop() {
  const chat = React.useRef(null);
  const [unread, setUnread] = React.useState(0);
  return h(
    React.StrictMode,
    null,
    h('h1', null, 'Corner Shelf, in React'),
    h('button', { type: 'button', onClick: () => chat.current.show() }, `Ask us (${unread} unread)`),
    h(AgentChat, {
      agentId: VITE_AGENT_ID,
      endpoint: VITE_ENDPOINT,
      ref: chat,
      settings: { styles: { buttonColor: '#2f6f4f' } },
      onUnread: event => setUnread(event.detail.count),
    }),
  );
}

createRoot(document.getElementById('app')).render(h(Shop));
