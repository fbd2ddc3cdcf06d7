import { ProtocolError } from '../protocol/errors.ts';
import { ConfigError } from '../proxy/config.ts';
import { type Command, helpFor, readCall } from './command.ts';
import { agents } from './commands/agents.ts';
import { check } from './commands/check.ts';
import { contacts } from './commands/contacts.ts';
import { conversations } from './commands/conversations.ts';
import { exportPerson } from './commands/export.ts';
import { forget } from './commands/forget.ts';
import { ingest } from './commands/ingest.ts';
import { keys } from './commands/keys.ts';
import { proxy } from './commands/proxy.ts';
import { service } from './commands/service.ts';
import { start } from './commands/start.ts';
import { visitors } from './commands/visitors.ts';
import { sanitizeLines } from './output.ts';
import { VERSION } from './package-root.ts';
import { UsageError } from './variables.ts';

/**
 * The `agent-chat` command.
 * @returns the exit code: 0, or 1 with a sentence on stderr that says what to change
 */
export async function main(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const [name, ...rest] = args;
  if (name !== undefined && ['version', '--version', '-v'].includes(name)) {
    console.log(VERSION);
    return 0;
  }
  const asked = name === undefined || ['help', '--help', '-h'].includes(name);
  const command = COMMANDS.find(candidate => candidate.name === (asked ? rest[0] : name));
  if (!command) {
    (asked ? console.log : console.error)(
      asked ? overview() : `There is no command "${name}".\n\n${overview()}`,
    );
    return asked ? 0 : 1;
  }
  try {
    const call = readCall(command, asked ? ['--help'] : rest, environment);
    if (call === 'help') console.log(helpFor(command));
    else await command.run({ ...call, print: line => console.log(sanitizeLines(line)) });
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(`agent-chat: ${sanitizeLines(withFlagNames(command, error.message))}`);
    return 1;
  }
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const list = COMMANDS.map(command => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return ['agent-chat <command> [--help]', 'agent-chat --version', '', ...list].join('\n');
}

/** Replaces the name of a service's field at the beginning of an error by the variable or flag that set it. */
function withFlagNames({ fields }: Command, message: string): string {
  const [, field = '', index, rule] = /^(\w+)(?:\.(\d+))?: (.*)$/s.exec(message) ?? [];
  const given = fields?.[field];
  if (given === undefined) return message;
  return index === undefined ? `${given}: ${rule}` : `${given}: entry ${Number(index) + 1} ${rule}`;
}

/** Errors that the person at the terminal can fix; printed without a stack. */
function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof ConfigError || error instanceof ProtocolError;
}

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  start,
  proxy,
  service,
  keys,
  agents,
  contacts,
  conversations,
  visitors,
  exportPerson,
  forget,
  ingest,
  check,
];
