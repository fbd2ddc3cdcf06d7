'use client';

import 'agent-chat';

export function Chat() {
  return (
    <agent-chat
      agent-id={process.env.NEXT_PUBLIC_AGENT_ID}
      endpoint={process.env.NEXT_PUBLIC_ENDPOINT}
    ></agent-chat>
  );
}
