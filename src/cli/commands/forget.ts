import type { Erased } from '../../protocol/personal-data.ts';
import type { Command } from '../command.ts';
import { counted } from '../output.ts';
import {
  leftOut,
  PERSON_FIELDS,
  PERSON_FLAGS,
  PERSON_VARIABLES,
  personOf,
  withPersonStores,
} from '../person.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat forget`: removes all that is stored about a person. */
export const forget: Command = {
  name: 'forget',
  summary: 'Removes all that is stored about one person.',
  details:
    'Removes conversations, the contact, and ratings with their reasons, all or nothing, and prints how much it was. A taught\nanswer loses wordings that are the person\'s very words; one without another wording is paused with "…" as its question.\nTokens name the visitor only: for a signed-in user give --user. Backups and logs are left alone; docs/privacy.md lists\nwhat stays. The exit code is 1 if nothing is stored.',
  variables: PERSON_VARIABLES,
  flags: PERSON_FLAGS,
  fields: PERSON_FIELDS,
  async run(call) {
    const person = await personOf(call.flags);
    await withPersonStores(call, async ({ management, agentId, erasures }) => {
      // What an earlier call has begun.
      await erasures
        .resume((agent, of) => management.forgetPerson(agent, of))
        .catch(error => call.print(`An earlier call cannot be completed now: ${error.message}`));
      const { findPerson, forgetPerson } = management;
      const erased = await erasures.erase({ find: findPerson, forget: forgetPerson }, agentId, person);
      const lines = linesOf(erased);
      const left = leftOut(erased.linkedIds);
      if (lines.length === 0) throw new UsageError('Nothing is stored about this person.');
      call.print(['Removed:', ...lines, ...left].join('\n'));
    });
  },
};

function linesOf({ conversations, messages, contacts, verdicts, answers }: Erased): string[] {
  const lines = [
    [conversations, `${counted(conversations, 'conversation')} with ${counted(messages, 'message')}`],
    [contacts, counted(contacts, 'contact')],
    [verdicts, counted(verdicts, 'rating')],
    [answers, `their words from ${counted(answers, 'taught answer')}`],
  ] as const;
  return lines.filter(([count]) => count > 0).map(([, line]) => `  ${line}`);
}
