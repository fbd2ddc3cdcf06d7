import 'agent-chat';
import { h, render } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** The agent's id and the proxy's address: `npm start` in the project prints both. */
const { VITE_AGENT_ID, VITE_ENDPOINT = 'http://localhost:8787' } = import.meta.env;

const settings = { styles: { buttonColor: '#2f6f4f' } };

function Shop() {
  const chat = useRef(null);
  const [unread, setUnread] = useState(0);
  return [
    h('h1', null, 'Corner Shelf, in Preact'),
    h('button', { type: 'button', onClick: () => chat.current.show() }, `Ask us (${unread} unread)`),
    h('agent-chat', {
      ref: chat,
      'agent-id': VITE_AGENT_ID,
      endpoint: VITE_ENDPOINT,
      settings,
      'onagent-chat-unread': event => setUnread(event.detail.count),
    }),
  ];
}

render(h(Shop), document.getElementById('app'));
