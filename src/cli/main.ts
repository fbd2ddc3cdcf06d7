import { ProtocolError } from '../protocol/errors.ts';
import { ConfigError } from '../proxy/config.ts';
import { type Command, helpFor, readCall } from './command.ts';
import { COMMANDS } from './commands.ts';
import { VERSION } from './package-root.ts';
import { onItsLines } from './table.ts';
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
    else await command.run({ ...call, print: line => console.log(onItsLines(line)) });
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(`agent-chat: ${onItsLines(inWordsOf(command, error.message))}`);
    return 1;
  }
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const list = COMMANDS.map(command => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return ['agent-chat <command> [--help]', 'agent-chat --version', '', ...list].join('\n');
}

/** A refusal begins with a field of the service; at the terminal it has the name of a variable or a flag. */
function inWordsOf({ fields }: Command, message: string): string {
  const [, field = '', index, rule] = /^(\w+)(?:\.(\d+))?: (.*)$/s.exec(message) ?? [];
  const given = fields?.[field];
  if (given === undefined) return message;
  return index === undefined ? `${given}: ${rule}` : `${given}: entry ${Number(index) + 1} ${rule}`;
}

/** Faults a person can mend, told without a stack. */
function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof ConfigError || error instanceof ProtocolError;
}
