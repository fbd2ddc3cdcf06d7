import { isCitationPart, textOf } from '../../protocol/message.ts';
import type { ConversationFilter, Management, StoredMessage } from '../../service/index.ts';
import type { Call, Command } from '../command.ts';
import { exportFile, jsonLines } from '../export-file.ts';
import { counted, sanitizeLine, table, time } from '../output.ts';
import { progressBar } from '../progress.ts';
import { agentOf, STORE_VARIABLES, withStore } from '../service-store.ts';
import { DAYS_MAX, UsageError, wholeNumberOf } from '../variables.ts';

const DAY_SECONDS = 86_400;
/** Characters of a question in a list. */
const LINE_MAX = 80;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** `agent-chat conversations`: shows, exports and deletes visitors' conversations. */
export const conversations: Command = {
  name: 'conversations',
  summary: "Shows, exports and deletes visitors' conversations.",
  operands: 'list | unanswered | show <id> | export <file> | delete [<id>]',
  details:
    'unanswered lists the questions that the documents do not answer. delete takes the id of a conversation, or\n--user for all conversations of that user.',
  variables: STORE_VARIABLES,
  flags: {
    agent: 'Id of the agent (the only one).',
    days: 'Only conversations with a message in the last so many days (all).',
    user: 'Only conversations of this signed-in user (all).',
  },
  async run(call) {
    const [action, what, ...more] = call.operands;
    const filter = filterOf(call.flags);
    const chosen = filter.userId !== undefined || filter.since !== undefined;
    const act = more.length === 0 ? actionOf(action, what, chosen, filter) : undefined;
    if (!act) {
      throw new UsageError(
        'Choose an action: agent-chat conversations list, unanswered, show <id>, export <file>, delete <id>, or delete --user <user>.',
      );
    }
    await withStore(call.variables, management =>
      act({ management, agentId: () => agentOf(management, call.flags.agent), filter, print: call.print }),
    );
  },
};

interface Work {
  management: Management;
  agentId(): Promise<string>;
  filter: ConversationFilter;
  print: Call['print'];
}
type Act = (work: Work) => Promise<void>;

function filterOf({ user, days }: Call['flags']): ConversationFilter {
  // An empty variable of a script must not mean everybody.
  if (user === '') throw new UsageError('--user needs the id of a user.');
  const count = wholeNumberOf(days, '--days', DAYS_MAX, 1);
  return { userId: user, since: count && Math.floor(Date.now() / 1000) - count * DAY_SECONDS };
}

/** The action of a call. Undefined if operands are missing, or if some would be ignored. */
function actionOf(
  action: string | undefined,
  what: string | undefined,
  chosen: boolean,
  { userId }: ConversationFilter,
): Act | undefined {
  if (action === 'list' && !what) return list;
  if (action === 'unanswered' && !what) return unanswered;
  if (action === 'export' && what) return work => exportTo(what, work);
  if (action === 'delete' && !what && userId) return deleteAll;
  if (!what || chosen) return undefined;
  if (action === 'show') return work => show(what.toLowerCase(), work);
  if (action === 'delete') return work => deleteOne(what.toLowerCase(), work);
  return undefined;
}

async function list({ management, agentId, filter, print }: Work): Promise<void> {
  const found: { at: number; row: string[] }[] = [];
  for await (const { id, userId, updatedAt, messages } of management.conversations(await agentId(), filter)) {
    const row = [time(updatedAt), id, String(messages.length), userId ?? '', short(messages[0])];
    found.push({ at: updatedAt, row });
  }
  found.sort((a, b) => a.at - b.at);
  const rows = found.map(({ row }) => row);
  print(table(['last message', 'id', 'messages', 'user', 'first question'], rows));
}

async function unanswered({ management, agentId, filter, print }: Work): Promise<void> {
  const rows: string[][] = [];
  for await (const { askedAt, conversationId, text } of management.unanswered(await agentId(), filter))
    rows.push([time(askedAt), conversationId, text]);
  print(table(['asked', 'conversation', 'question'], rows));
}

async function show(id: string, { management, print }: Work): Promise<void> {
  const { messages } = await management.conversation(id);
  const said = messages.map(({ role, createdAt, userId, parts }) => {
    const who = role === 'assistant' ? 'agent' : sanitizeLine(userId ?? 'visitor');
    const sources = parts.filter(isCitationPart).map(({ title, url }) => `- ${title}${url ? ` ${url}` : ''}`);
    const blocks = [`${time(createdAt)}  ${who}\n${indented(textOf(parts).trim())}`, sources.join('\n')];
    return blocks.filter(block => block !== '').join('\n\n');
  });
  print(said.join('\n\n'));
}

/** Exports in the format of a visitor's own download, as a list. */
async function exportTo(path: string, { management, agentId, filter, print }: Work): Promise<void> {
  if (!path.toLowerCase().endsWith('.json')) throw new UsageError('The file must be a .json file.');
  const bar = progressBar('Exporting');
  let count = 0;
  const exported = async function* (of: string): AsyncGenerator<object> {
    for await (const { id, userId, messages } of management.conversations(of, filter)) {
      yield { conversationId: id, userId, messages: messages.map(exportedMessage) };
      bar.update(++count);
    }
  };
  try {
    await exportFile(path, jsonLines(exported(await agentId())));
  } finally {
    bar.end();
  }
  print(`Exported ${counted(count, 'conversation')} to ${path}.`);
}

function exportedMessage({ id, role, createdAt, parts, finishReason }: StoredMessage): object {
  return {
    id,
    role,
    createdAt: new Date(createdAt * 1000).toISOString(),
    text: textOf(parts),
    parts,
    finishReason: finishReason ?? undefined,
  };
}

async function deleteOne(id: string, { management, print }: Work): Promise<void> {
  if (!(await management.deleteConversation(id))) throw new UsageError('No conversation has this id.');
  print('Deleted 1 conversation.');
}

async function deleteAll({ management, agentId, filter, print }: Work): Promise<void> {
  let count = 0;
  for await (const { id } of management.conversations(await agentId(), filter)) {
    if (await management.deleteConversation(id)) count++;
  }
  print(`Deleted ${counted(count, 'conversation')}.`);
}

/** Each line below its heading, so that a visitor cannot write what looks like another message. */
function indented(text: string): string {
  return text
    .split(LINE_BREAK)
    .map(line => (line === '' ? '' : `  ${line}`))
    .join('\n');
}

/** The beginning of a message. */
function short(message: StoredMessage | undefined): string {
  const points = [...textOf(message?.parts ?? [])];
  return points.length > LINE_MAX ? `${points.slice(0, LINE_MAX - 1).join('')}…` : points.join('');
}
