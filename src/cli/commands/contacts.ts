import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { parseCreateContacts } from '../../protocol/contacts.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { CONTACTS_MAX } from '../../protocol/limits.ts';
import type { Management } from '../../service/index.ts';
import type { Call, Command } from '../command.ts';
import { csvHeader, csvLine } from '../contact-csv.ts';
import { counted } from '../counted.ts';
import { progressBar } from '../progress-bar.ts';
import { inDoubt, type ReadContact, type ReadContacts, readContacts } from '../read-contacts.ts';
import { agentOf, STORE_VARIABLES, withStore } from '../service-store.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat contacts`: an agent's contacts, from and to files. */
export const contacts: Command = {
  name: 'contacts',
  summary: "Imports and exports an agent's contacts as CSV or JSON.",
  operands: 'import <file> | export <file>',
  details:
    'Imports 1000 at a time, each thousand all or nothing. Cells that a spreadsheet would run as a formula are written\nwith a quote in front, which an import takes off again.',
  variables: STORE_VARIABLES,
  flags: { agent: 'Id of the agent (the only one).' },
  async run(call) {
    const [action, path, ...more] = call.operands;
    if (!path || more.length > 0 || (action !== 'import' && action !== 'export')) {
      throw new UsageError('Say what to do: agent-chat contacts import <file>, or contacts export <file>.');
    }
    await withStore(call.variables, async management => {
      const agentId = await agentOf(management, call.flags.agent);
      await (action === 'import' ? importFile : exportFile)(management, agentId, path, call);
    });
  },
};

async function importFile(
  management: Management,
  agentId: string,
  path: string,
  { print }: Call,
): Promise<void> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) throw new UsageError(`There is no file ${path}.`);
  const { contacts, taken, doubtful, encoding } = await readContacts(path);
  if (encoding === 'windows-1252') print('The file is not in UTF-8 and is read as Windows-1252.');
  if (taken.length > 0) print(`Columns: ${taken.map(inWords).join(', ')}.`);
  for (const column of doubtful) print(inDoubt(column));
  const bar = progressBar('Importing');
  let done = 0;
  let batch: ReadContact[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    await management.createContacts(
      agentId,
      parseCreateContacts({ users: batch.map(({ contact }) => contact) }),
    );
    done += batch.length;
    batch = [];
    bar.update(done);
  };
  try {
    for (const contact of contacts) {
      batch.push(contact);
      if (batch.length === CONTACTS_MAX) await flush();
    }
    await flush();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new UsageError(`${inFile(error.message, batch)}\n${done} contacts were imported before.`);
  } finally {
    bar.end();
  }
  print(`Imported ${counted(done, 'contact')}.`);
}

function inWords({ column, target }: ReadContacts['taken'][number]): string {
  return `${JSON.stringify(column)} is ${target === 'attribute' ? 'kept as an attribute' : target}`;
}

/** An error counts inside its batch; a person looks into the file. */
function inFile(message: string, batch: readonly ReadContact[]): string {
  return message.replace(/\busers\.(\d+)(?:\.|: )/g, (_, at: string) => `${batch[Number(at)]?.place}: `);
}

async function exportFile(
  management: Management,
  agentId: string,
  path: string,
  { print }: Call,
): Promise<void> {
  const csv = path.toLowerCase().endsWith('.csv');
  if (!csv && !path.toLowerCase().endsWith('.json')) {
    throw new UsageError('The file must be a .csv or a .json file.');
  }
  const agent = (await management.listAgents()).find(({ id }) => id === agentId);
  if (!agent) throw new UsageError('There is no agent of this id.');
  const bar = progressBar('Exporting');
  // One that is there, which a link may lead to, is replaced only by one that is whole.
  const target = await realpath(path).catch(() => path);
  const part = `${target}.part`;
  const file = createWriteStream(part, { mode: 0o600 });
  const written = finished(file)
    .then(() => rename(part, target))
    .catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be written (${error.code}).`);
    });
  // Awaited where a fault can be told, which may be after it has come.
  written.catch(() => {});
  let count = 0;
  try {
    file.write(csv ? `${csvHeader()}\n` : '[');
    for await (const contact of management.contacts(agentId)) {
      const line = csv ? `${csvLine(contact)}\n` : `${count > 0 ? ',' : ''}\n${JSON.stringify(contact)}`;
      if (!file.write(line)) await Promise.race([once(file, 'drain').catch(() => written), written]);
      bar.update(++count, agent.contacts);
    }
    file.end(csv ? '' : '\n]\n');
    await written;
  } catch (error) {
    file.destroy();
    await rm(part, { force: true }).catch(() => {});
    throw error;
  } finally {
    bar.end();
  }
  print(`Exported ${counted(count, 'contact')} to ${path}.`);
}
