import type { Rival } from './rival.ts';

export const flowiseEmbed: Rival = {
  id: 'flowise-embed',
  package: 'flowise-embed',
  view: ['flowise-chatbot', 'button[part=button]'],
  body: '',
  wire: {
    type: 'text/event-stream',
    start: event('start', ''),
    token: content => event('token', content),
    end: () =>
      event('metadata', { chatId: 'bench', messageId: crypto.randomUUID() }) + event('end', '[DONE]'),
  },
  question: body => (JSON.parse(body) as { question: string }).question,
  routes: {
    'api/v1/chatflows-streaming/': { isStreaming: true },
    'api/v1/public-chatbotConfig/': {},
  },
};

function event(name: string, data: unknown): string {
  return `message:\ndata:${JSON.stringify({ event: name, data })}\n\n`;
}
