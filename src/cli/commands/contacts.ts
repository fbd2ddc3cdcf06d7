import { stat } from 'node:fs/promises';
import Papa from 'papaparse';
import { BYTE_ORDER_MARK, CONTACT_COLUMNS, contactCells } from '../../protocol/contact-csv.ts';
import type { Contact } from '../../protocol/contacts.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { CONTACTS_MAX } from '../../protocol/limits.ts';
import type { Management } from '../../service/index.ts';
import { checkContacts } from '../check-contacts.ts';
import type { Call, Command } from '../command.ts';
import { exportFile, jsonLines } from '../export-file.ts';
import { counted, sanitizeLine } from '../output.ts';
import { progressBar } from '../progress.ts';
import { type ReadContacts, readContacts, typoHint } from '../read-contacts.ts';
import { agentOf, STORE_VARIABLES, withStore } from '../service-store.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat contacts`: imports, exports and deletes an agent's contacts. */
export const contacts: Command = {
  name: 'contacts',
  summary: "Imports, exports and deletes an agent's contacts.",
  operands: 'import <file> | export <file> | delete <email or external_id>',
  details:
    'Files are CSV or JSON. An import checks the whole file first and lists every fault. If there is one, it\nimports nothing; with --skip-invalid it imports the valid contacts. The exit code is 1 if nothing was imported. An\nexport puts an apostrophe before cells that a spreadsheet would run as a formula; an import removes it. A deleted\ncontact leaves an empty one behind, because contacts are numbered without gaps.',
  variables: STORE_VARIABLES,
  flags: { agent: 'Id of the agent (the only one).' },
  switches: { 'skip-invalid': 'Imports the valid contacts of a file although others have faults.' },
  async run(call) {
    const [action = '', what, ...more] = call.operands;
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!act || !what || more.length > 0) {
      throw new UsageError(
        'Choose an action: agent-chat contacts import <file>, export <file>, or delete <email or external_id>.',
      );
    }
    await withStore(call.variables, async management =>
      act(management, await agentOf(management, call.flags.agent), what, call),
    );
  },
};

type Act = (management: Management, agentId: string, what: string, call: Call) => Promise<void>;

const ACTIONS: Readonly<Record<string, Act>> = {
  import: importContacts,
  export: exportContacts,
  delete: deleteContact,
};

async function deleteContact(
  management: Management,
  agentId: string,
  who: string,
  { print }: Call,
): Promise<void> {
  const deleted = await management.deleteContact(agentId, who);
  if (deleted === 0) throw new UsageError('No contact has this email or external_id.');
  print(`Deleted ${counted(deleted, 'contact')}.`);
}

async function importContacts(
  management: Management,
  agentId: string,
  path: string,
  { print, switches }: Call,
): Promise<void> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) throw new UsageError(`There is no file ${path}.`);
  const { contacts, taken, doubtful, encoding } = await readContacts(path);
  if (encoding === 'windows-1252') print('The file is not in UTF-8 and is read as Windows-1252.');
  if (taken.length > 0) print(`Columns: ${taken.map(columnText).join(', ')}.`);
  for (const column of doubtful) print(typoHint(column));
  const { valid, faults } = await checkContacts(contacts, management.contacts(agentId));
  if (faults.length > 0) {
    const all = counted(valid.length + faults.length, 'contact');
    print(`${faults.length} of ${all} cannot be imported:`);
    for (const fault of faults) print(`  ${sanitizeLine(fault)}`);
    if (!switches.has('skip-invalid') || valid.length === 0) {
      const hint = valid.length > 0 ? ' Correct these, or leave them out with --skip-invalid.' : '';
      throw new UsageError(`Nothing was imported.${hint}`);
    }
  }
  const bar = progressBar('Importing');
  let done = 0;
  try {
    while (done < valid.length) {
      const batch = valid.slice(done, done + CONTACTS_MAX);
      await management.createContacts(agentId, batch);
      done += batch.length;
      bar.update(done, valid.length);
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new UsageError(`${error.message}\n${done} contacts were imported before.`);
  } finally {
    bar.end();
  }
  const skipped = faults.length > 0 ? `, skipped ${faults.length}` : '';
  print(`Imported ${counted(done, 'contact')}${skipped}.`);
}

function columnText({ column, target }: ReadContacts['taken'][number]): string {
  return `${JSON.stringify(column)} is ${target === 'attribute' ? 'kept as an attribute' : target}`;
}

async function exportContacts(
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
  if (!agent) throw new UsageError('No agent has this id.');
  const bar = progressBar('Exporting');
  let count = 0;
  const exported = async function* (): AsyncGenerator<Contact> {
    for await (const contact of management.contacts(agentId)) {
      yield contact;
      bar.update(++count, agent.contacts);
    }
  };
  try {
    await exportFile(path, csv ? csvLines(exported()) : jsonLines(exported()));
  } finally {
    bar.end();
  }
  print(`Exported ${counted(count, 'contact')} to ${path}.`);
}

async function* csvLines(contacts: AsyncIterable<Contact>): AsyncGenerator<string> {
  yield `${csvHeader()}\n`;
  for await (const contact of contacts) yield `${csvLine(contact)}\n`;
}

export function csvHeader(): string {
  return BYTE_ORDER_MARK + CONTACT_COLUMNS.join(',');
}

export function csvLine(contact: Contact): string {
  return Papa.unparse([contactCells(contact)], { newline: '\n' });
}
