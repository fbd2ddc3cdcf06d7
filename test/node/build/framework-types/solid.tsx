import type { AgentChat } from 'agent-chat/solid';
import { createSignal, type JSX } from 'solid-js';

export function Shop(): JSX.Element {
  let chat!: AgentChat;
  const [unread, setUnread] = createSignal(0);
  return (
    <main>
      <button type="button" onClick={() => chat.show()}>
        Ask us ({unread()} unread)
      </button>
      <agent-chat
        ref={chat}
        class="wide"
        attr:agent-id="id"
        prop:settings={{ placeholder: 'Ask' }}
        on:agent-chat-unread={event => setUnread(event.detail.count)}
      />
      <agent-chat agent-id="id" heading="Help" />
      <agent-chat-admin attr:agent-id="id" on:agent-chat-admin-save={event => event.detail.version} />
    </main>
  );
}

// @ts-expect-error no such mode
export const unknownMode = <agent-chat attr:mode="sideways" />;
// @ts-expect-error no such attribute
export const unknownAttribute = <agent-chat-admin attr:agentid="id" />;
