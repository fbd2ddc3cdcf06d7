import type { Rival } from './rival.ts';

export const deepChat: Rival = {
  id: 'deep-chat',
  package: 'deep-chat',
  view: ['deep-chat', '#chat-view'],
  body: '<deep-chat></deep-chat>',
  wire: {
    type: 'text/event-stream',
    token: text => `data: ${JSON.stringify({ text })}\n\n`,
    end: () => '',
  },
  question: body => (JSON.parse(body) as { messages: { text: string }[] }).messages.at(-1)!.text,
};
