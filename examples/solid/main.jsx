import 'agent-chat';
import { createSignal } from 'solid-js';
import { render } from 'solid-js/web';

/** The agent's id and the proxy's address: `npm start` in the project prints both. */
const { VITE_AGENT_ID, VITE_ENDPOINT = 'http://localhost:8787' } = import.meta.env;

function Shop() {
  let chat;
  const [unread, setUnread] = createSignal(0);
  return (
    <>
      <h1>Corner Shelf, in Solid</h1>
      <button type="button" onClick={() => chat.show()}>
        Ask us ({unread()} unread)
      </button>
      <agent-chat
        ref={chat}
        attr:agent-id={VITE_AGENT_ID}
        attr:endpoint={VITE_ENDPOINT}
        prop:settings={{ styles: { buttonColor: '#2f6f4f' } }}
        on:agent-chat-unread={event => setUnread(event.detail.count)}
      />
    </>
  );
}

render(() => <Shop />, document.getElementById('app'));
