import type { AgentChat } from 'agent-chat/preact';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

export function Shop(): VNode {
  const chat = useRef<AgentChat>(null);
  return (
    <main>
      <button type="button" onClick={() => chat.current?.show()}>
        Ask us
      </button>
      <agent-chat
        agent-id="id"
        class="wide"
        ref={chat}
        settings={{ placeholder: 'Ask' }}
        onagent-chat-reply={event => event.detail.message.parts}
      />
      <agent-chat-admin agent-id="id" for="preview" onagent-chat-admin-save={event => event.detail.version} />
    </main>
  );
}

// @ts-expect-error no such mode
export const unknownMode = <agent-chat mode="sideways" />;
// @ts-expect-error no such attribute
export const unknownAttribute = <agent-chat-admin agentid="id" />;
