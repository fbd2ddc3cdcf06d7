import type { Rival } from './rival.ts';

export const n8nChat: Rival = {
  id: 'n8n-chat',
  package: '@n8n/chat',
  view: ['.chat-window-toggle'],
  body: '',
  wire: {
    type: 'application/json',
    start: line('begin'),
    token: content => line('item', content),
    end: () => line('end'),
  },
  question: body => (JSON.parse(body) as { chatInput: string }).chatInput,
};

function line(type: string, content?: string): string {
  const metadata = { nodeId: 'agent', nodeName: 'Agent', timestamp: 0, runIndex: 0, itemIndex: 0 };
  return `${JSON.stringify({ type, content, metadata })}\n`;
}
