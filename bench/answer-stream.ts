import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from './answers.ts';

/** How many characters each event of a stream carries. */
const CHUNK = 4;

/** An answer asked for: `{ kind, kilobytes, pace }`, as JSON in place of a question. */
export interface Ask {
  kind: string;
  kilobytes: number;
  /** Events a second; 0 is as fast as the socket goes. */
  pace: number;
}

/** How a stream's events are written. */
export interface Wire {
  type: string;
  start?: string;
  token(content: string, index: number): string;
  end(text: string): string;
}

/** The interface's own: server-sent events with ids, as the proxy writes them. */
export const OWN_WIRE: Wire = {
  type: 'text/event-stream',
  token: (content, index) => `id: ${index + 1}\ndata: ${JSON.stringify({ type: 'token', content })}\n\n`,
  end: text => {
    const data = {
      id: crypto.randomUUID(),
      role: 'assistant',
      parts: [{ type: 'text', text }],
      metadata: {
        userMessageId: crypto.randomUUID(),
        conversationId: '6f1c1f5e-0a75-4e0a-9d62-6f8c0e1f2a3b',
        userId: null,
        finishReason: 'stop',
        usage: { credits: 1 },
      },
    };
    return `id: done\ndata: ${JSON.stringify({ type: 'done', data })}\n\n`;
  },
};

function askOf(message: string): Ask {
  return message.startsWith('{') ? (JSON.parse(message) as Ask) : { kind: 'blocks', kilobytes: 0.1, pace: 0 };
}

export function textOf(ask: Ask): string {
  return answerOf(ask.kind, Math.round(ask.kilobytes * 1024));
}

export async function streamAnswer(response: ServerResponse, message: string, wire: Wire): Promise<void> {
  const ask = askOf(message);
  const text = textOf(ask);
  response.writeHead(200, { 'Content-Type': wire.type, 'Cache-Control': 'no-store' });
  const started = performance.now();
  let batch = wire.start ?? '';
  for (let at = 0, sent = 0; at < text.length; at += CHUNK, sent++) {
    batch += wire.token(text.slice(at, at + CHUNK), sent);
    if (ask.pace > 0) {
      response.write(batch);
      batch = '';
      const early = started + (sent * 1000) / ask.pace - performance.now();
      if (early > 1) await sleep(early);
    } else if (batch.length > 16_384) {
      if (!response.write(batch)) await new Promise(resolve => response.once('drain', resolve));
      batch = '';
    }
    if (response.destroyed) return;
  }
  response.end(batch + wire.end(text));
}
