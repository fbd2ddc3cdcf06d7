import type { Command } from './command.ts';
import { proxy } from './commands/proxy.ts';

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly Command[] = [proxy];
