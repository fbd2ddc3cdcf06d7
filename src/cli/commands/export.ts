import { personFile } from '../../protocol/personal-data.ts';
import type { Command } from '../command.ts';
import { exportFile } from '../export-file.ts';
import { counted } from '../output.ts';
import {
  leftOut,
  PERSON_FIELDS,
  PERSON_FLAGS,
  PERSON_VARIABLES,
  personOf,
  WHO,
  withPersonStores,
} from '../person.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat export`: writes all that is stored about a person into a file. */
export const exportPerson: Command = {
  name: 'export',
  summary: 'Writes all that is stored about one person into a JSON file.',
  operands: '<file.json>',
  details:
    'The file holds their contacts, conversations with ratings, ratings, and taught answers with their very words. Only you\ncan read it. contacts export and conversations export write those of everybody.',
  variables: PERSON_VARIABLES,
  flags: PERSON_FLAGS,
  fields: PERSON_FIELDS,
  async run(call) {
    const [path, ...more] = call.operands;
    if (!path || more.length > 0)
      throw new UsageError(`Name the file: agent-chat export <file.json> ${WHO}.`);
    if (!path.toLowerCase().endsWith('.json')) throw new UsageError('The file must be a .json file.');
    const person = await personOf(call.flags);
    await withPersonStores(call, async ({ management, agentId, erasures }) => {
      const traces = await management.findPerson(agentId, person);
      const verdicts = await erasures.verdicts(agentId, traces);
      const { conversations, contacts, answers, linkedIds } = traces;
      if ([conversations, contacts, answers, verdicts].every(list => list.length === 0))
        throw new UsageError('Nothing is stored about this person.');
      const pages = management.conversationDetails(agentId, conversations);
      await exportFile(path, personFile({ agentId, contacts, verdicts, answers }, pages));
      const counts = [
        counted(conversations.length, 'conversation'),
        counted(contacts.length, 'contact'),
        counted(verdicts.length, 'rating'),
        counted(answers.length, 'taught answer'),
      ];
      call.print([`Exported ${counts.join(', ')} to ${path}.`, ...leftOut(linkedIds)].join('\n'));
    });
  },
};
