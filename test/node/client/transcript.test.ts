import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Marked } from 'marked';
import type { ChatMessage, ConversationState } from '../../../src/client/index.ts';
import { EMPTY_STATE, transcriptJson, transcriptMarkdown } from '../../../src/client/index.ts';

const WORDS = {
  title: 'Kettle & Co',
  you: 'You',
  agent: 'Shop',
  sources: (count: number) => `Sources: ${count}`,
  incomplete: { stopped: 'Stopped', interrupted: 'Interrupted', failed: 'Failed' },
  locale: 'en-GB',
};

const STATE: ConversationState = {
  ...EMPTY_STATE,
  conversationId: 'conversation-1',
  messages: [
    {
      id: 'q',
      key: 'q',
      role: 'user',
      parts: [
        {
          type: 'text',
          text: '# No heading\n1. no list\n- *none* [x](javascript:alert(1)) <b>\n    no code\n```',
        },
      ],
      createdAt: Date.UTC(2026, 0, 2, 3, 4),
    },
    {
      id: 'a',
      key: 'a',
      role: 'assistant',
      parts: [
        { type: 'text', text: 'It is **hot**.' },
        { type: 'citation', title: 'Care [1]', url: 'https://shop.example/care?a=1&b=<2>' },
        { type: 'citation', title: 'Trap', url: 'javascript:alert(1)' },
        { type: 'weather', degrees: 7 },
      ],
      createdAt: Date.UTC(2026, 0, 2, 3, 5),
      finishReason: 'stop',
      incomplete: 'stopped',
    },
  ],
};

describe('a transcript', () => {
  it('as Markdown: the visitor’s text is escaped, the agent’s stays formatted, sources are links to the web', () => {
    const html = new Marked().parse(transcriptMarkdown(STATE, WORDS), { async: false });
    assert.equal(html.match(/<h1>/g)?.length, 1);
    assert.match(html, /<h1>Kettle &amp; Co<\/h1>/);
    assert.match(
      html,
      /# No heading<br>1\. no list<br>- \*none\* \[x\]\(javascript:alert\(1\)\) &lt;b&gt;<br>/,
    );
    assert.match(html, /<strong>hot<\/strong>/);
    assert.match(html, /<em>Stopped<\/em>/);
    assert.match(
      html,
      /<li><a href="https:\/\/shop\.example\/care\?a=1&amp;b=%3C2%3E">Care \[1\]<\/a><\/li>/,
    );
    assert.doesNotMatch(html, /href="javascript|<pre|<ul|<b>/);
  });

  it('as Markdown: who said what, and when; sources have a heading if there are any', () => {
    const [question, answer] = STATE.messages;
    const said = (message: ChatMessage, text: string): ChatMessage => ({
      ...message,
      parts: [{ type: 'text', text }],
    });
    const { incomplete: _, ...whole } = answer!;
    const sourced = { ...whole, parts: [{ type: 'citation', title: 'Manual' }] };
    const messages = [said(question!, 'Hot?'), said(answer!, 'Very.'), sourced];
    const at = (time: number): string =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(time);
    assert.equal(
      transcriptMarkdown({ ...STATE, messages }, WORDS),
      [
        '# Kettle \\& Co',
        `**You** · ${at(question!.createdAt)}\n\nHot?`,
        `**Shop** · ${at(answer!.createdAt)}\n\nVery.\n\n*Stopped*`,
        `**Shop** · ${at(answer!.createdAt)}\n\nSources: 1:\n\n1. Manual\n`,
      ].join('\n\n'),
    );
  });

  it('as JSON: everything that was said, including unknown parts', () => {
    const read = JSON.parse(transcriptJson(STATE)) as {
      conversationId: string;
      messages: Record<string, unknown>[];
    };
    assert.equal(read.conversationId, 'conversation-1');
    assert.equal(read.messages[0]?.createdAt, '2026-01-02T03:04:00.000Z');
    assert.equal(read.messages[1]?.text, 'It is **hot**.');
    assert.deepEqual((read.messages[1]!.parts as unknown[])[3], { type: 'weather', degrees: 7 });
    assert.equal(read.messages[1]?.incomplete, 'stopped');
  });
});
