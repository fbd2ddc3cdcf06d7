import type { AgentChat as AgentChatElement } from 'agent-chat';
import { AgentChat, AgentChatAdmin } from 'agent-chat/react';
import { type ReactElement, useRef } from 'react';

export function Shop({ heading }: { heading?: string }): ReactElement {
  const chat = useRef<AgentChatElement>(null);
  return (
    <main>
      <button type="button" onClick={() => chat.current?.show()}>
        Ask us
      </button>
      <AgentChat
        agentId="id"
        endpoint="/chat"
        heading={heading}
        ref={chat}
        settings={{ placeholder: 'Ask' }}
        onReply={event => event.detail.message.parts}
      />
      <AgentChatAdmin agentId="id" for="preview" onSave={event => event.detail.version} />
      <agent-chat
        agent-id="id"
        className="wide"
        ref={chat}
        settings={{ placeholder: 'Ask' }}
        onagent-chat-reply={event => event.detail.message.parts}
      />
      <agent-chat-admin agent-id="id" onagent-chat-admin-error={event => event.detail.code} />
    </main>
  );
}

// @ts-expect-error no such prop
export const unknownProp = <AgentChat agent="id" />;
// @ts-expect-error no such mode
export const unknownMode = <agent-chat mode="sideways" />;
// @ts-expect-error no such attribute
export const unknownAttribute = <agent-chat-admin agentid="id" />;
