import type { Command } from './command.ts';
import { agents } from './commands/agents.ts';
import { contacts } from './commands/contacts.ts';
import { conversations } from './commands/conversations.ts';
import { ingest } from './commands/ingest.ts';
import { keys } from './commands/keys.ts';
import { proxy } from './commands/proxy.ts';
import { service } from './commands/service.ts';
import { start } from './commands/start.ts';

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  start,
  proxy,
  service,
  keys,
  agents,
  contacts,
  conversations,
  ingest,
];
