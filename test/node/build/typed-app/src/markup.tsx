import type { AgentChat } from 'agent-chat';
import { createAgentChat } from 'agent-chat/react';

const wanted: { heading: string | undefined; open?: boolean } = { heading: undefined };

export const page = (
  <>
    <agent-chat
      agent-id="id"
      endpoint="/chat"
      mode="inline"
      scroll="start"
      time-to-live={60}
      page-context
      avoid="#banner"
      dictation
      read-aloud
      heading={wanted.heading}
      settings={{ placeholder: 'Ask' }}
      onagent-chat-reply={event => event.detail.message.parts}
    />
    <agent-chat-admin agent-id="id" for="preview" onagent-chat-admin-save={event => event.detail.version} />
  </>
);

// @ts-expect-error no such mode
export const slip = <agent-chat mode="sideways" />;
// @ts-expect-error no such attribute
export const misspelt = <agent-chat agentid="id" />;

/** React's `CSSProperties` is such a type: one of named properties, without an index. */
interface Styles {
  color?: string;
}
const styles: Styles = { color: 'red' };

const element: { current: AgentChat | null } = { current: null };
const Chat = createAgentChat({
  createElement: (type: string, props: Record<string, unknown>) => ({ type, props }),
  useLayoutEffect: () => {},
  useRef: <T,>(initial: T) => ({ current: initial }),
});

export const drawn = (
  <Chat
    agentId="id"
    heading={wanted.heading}
    open={wanted.open}
    elementRef={element}
    slot="chat"
    hidden={false}
    title="Ask us"
    data-area="help"
    style={styles}
    onReply={event => event.detail.message.parts}
    onLead={event => event.detail.email}
  />
);
export const themed = <Chat agentId="id" style={{ '--agent-chat-accent': 'rebeccapurple' }} />;
// @ts-expect-error no such prop
export const unknownProp = <Chat agent="id" />;
