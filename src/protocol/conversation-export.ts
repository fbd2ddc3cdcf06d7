import { BYTE_ORDER_MARK, escapeFormula } from './contact-csv.ts';
import {
  type ConversationDetail,
  type ConversationMessage,
  citationsOf,
  type ExportFormat,
} from './conversations.ts';
import { isToolCallPart, textOf } from './message.ts';

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

const COLUMNS = [
  ...['conversation_id', 'user_id', 'visitor', 'language', 'message_id', 'role', 'created_at', 'text'],
  ...['finish_reason', 'outcome', 'credits', 'verdict', 'reason', 'sources', 'tools'],
];

/** A file of conversations that is written as fast as it is read. */
export function exportStream(
  pages: AsyncIterable<readonly ConversationDetail[]>,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  return streamOf(exportPieces(pages, format));
}

/** A body of text that is written as fast as it is read. */
export function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** A file of conversations in pieces, one or more for each page. */
async function* exportPieces(
  pages: AsyncIterable<readonly ConversationDetail[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  if (format === 'json') yield '[';
  let separator = '\n';
  for await (const page of pages) {
    let piece = '';
    for (const conversation of page) {
      if (format === 'csv') piece += conversation.messages.map(m => csvLine(cells(conversation, m))).join('');
      else if (format === 'md') piece += markdown(conversation);
      else {
        piece += separator + JSON.stringify(conversation);
        separator = ',\n';
      }
    }
    if (piece !== '') yield piece;
  }
  if (format === 'json') yield '\n]\n';
}

function cells(conversation: ConversationDetail, message: ConversationMessage): string[] {
  const verdicts = message.verdicts ?? [];
  return [
    conversation.id,
    message.userId ?? conversation.userId ?? '',
    conversation.visitor ?? '',
    conversation.language ?? '',
    message.id,
    message.role,
    isoTime(message.createdAt),
    textOf(message.parts),
    message.finishReason ?? '',
    message.outcome ?? '',
    String(message.credits ?? ''),
    verdicts.map(({ value }) => value).join(' '),
    verdicts.flatMap(({ reason }) => reason ?? []).join('\n'),
    sourcesOf(message)
      .map(({ title, url }) => (url ? `${title} <${url}>` : title))
      .join('\n'),
    message.parts
      .filter(isToolCallPart)
      .map(({ name }) => name)
      .join(' '),
  ];
}

/** No cell runs as a formula in a spreadsheet. */
function csvLine(row: readonly string[]): string {
  return `${row.map(cell => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function markdown(conversation: ConversationDetail): string {
  const { id, createdAt, userId, visitor, messages } = conversation;
  const who = userId ?? visitor;
  const about = [`Conversation \`${id}\``, ...(who === null ? [] : [`visitor ${plain(who)}`])].join(', ');
  return `# ${minute(createdAt)}\n\n${about}\n\n${messages.map(markdownMessage).join('')}`;
}

function markdownMessage(message: ConversationMessage): string {
  const { role, createdAt, userId, parts, verdicts = [] } = message;
  const who = role === 'assistant' ? 'Agent' : plain(userId ?? 'Visitor');
  const text = textOf(parts).trim();
  const blocks = [
    `## ${who}, ${minute(createdAt)}`,
    role === 'assistant' ? withoutHtml(text) : plain(text),
    sourcesOf(message)
      .map(
        ({ title, url }) =>
          `- ${plain(title)}${url ? ` <${url.replace(/[<>\s]/g, encodeURIComponent)}>` : ''}`,
      )
      .join('\n'),
    ...verdicts.map(({ value, reason }) => `*Rated ${value}*${reason ? `: ${plain(reason)}` : ''}`),
  ];
  return `${blocks.filter(block => block !== '').join('\n\n')}\n\n`;
}

function sourcesOf({ passages, parts }: ConversationMessage): readonly { title: string; url?: string }[] {
  return passages.length > 0 ? passages : citationsOf(parts);
}

/** What a visitor wrote stays text: no markup, and no heading, list or link. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_~[\]<>#&|!]/g, '\\$&')
    .replace(/^(\s*)([-+=]|\d+(?=[.)]))/gm, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    );
}

/** A reply is Markdown, whose HTML many readers would run. */
function withoutHtml(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '&lt;');
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** `2026-11-28 09:12 UTC` */
function minute(seconds: number): string {
  return `${isoTime(seconds).slice(0, 16).replace('T', ' ')} UTC`;
}
