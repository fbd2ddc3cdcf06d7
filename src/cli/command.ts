import { type ParseArgsConfig, parseArgs } from 'node:util';
import { forwardProxies } from '../network/forward-proxies.ts';
import { UsageError, VARIABLES, type VariableName, type Variables } from './variables.ts';

export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The operands after the name, for instance `list | create`. */
  operands?: string;
  /** Further lines of `--help`. */
  details?: string;
  /** The variables it reads. */
  variables: readonly VariableName[];
  /** Flags that are not variables. */
  flags?: Readonly<Record<string, string>>;
  /** Flags without a value. */
  switches?: Readonly<Record<string, string>>;
  /** The variable or flag behind each field of the service, so that an error can name it. */
  fields?: Readonly<Record<string, string>>;
  run(call: Call): Promise<void>;
}

export interface Call {
  variables: Variables;
  flags: Readonly<Record<string, string | undefined>>;
  /** The flags without a value that are given. */
  switches: ReadonlySet<string>;
  operands: readonly string[];
  print(line: string): void;
}

/**
 * Reads the arguments of a command: flags first, then the environment. An empty variable counts as absent.
 * @throws UsageError
 */
export function readCall(
  command: Command,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Omit<Call, 'print'> | 'help' {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const flag of flagsOf(command)) options[flag] = { type: 'string' };
  const switches = Object.keys(command.switches ?? {});
  for (const name of switches) options[name] = { type: 'boolean' };
  const parsed = parse(args, options, command.name);
  if (parsed.values.help) return 'help';
  if (!command.operands && parsed.positionals.length > 0) {
    throw new UsageError(
      `agent-chat ${command.name} takes only flags. See agent-chat ${command.name} --help.`,
    );
  }
  const given = parsed.values as Record<string, string | undefined>;
  const variables: Variables = {};
  for (const name of command.variables) {
    const flag = flagOf(name);
    const value = (flag && given[flag]) || environment[name];
    if (value) variables[name] = value;
  }
  if (command.variables.includes('ALL_PROXY')) checkForwardProxies(environment);
  return {
    variables,
    flags: given,
    switches: new Set(switches.filter(name => parsed.values[name])),
    operands: parsed.positionals,
  };
}

/** Checks the proxy addresses at the start, long before the first request uses them. @throws UsageError */
function checkForwardProxies(environment: NodeJS.ProcessEnv): void {
  try {
    forwardProxies(environment);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function parse(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>, command: string) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    const flags = parsed.tokens.flatMap(token => (token.kind === 'option' ? token.name : []));
    const twice = flags.find((name, i) => name !== 'help' && flags.indexOf(name) < i);
    if (twice) throw new UsageError(`--${twice} is given twice.`);
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Only the first sentence of Node's text; the others explain operands that begin with a dash.
    const [sentence] = (error as Error).message.split(/\.(?:\s|$)|\n/);
    throw new UsageError(`${sentence}. See agent-chat ${command} --help.`);
  }
}

export function helpFor(command: Command): string {
  const lines = [`agent-chat ${command.name}${command.operands ? ` ${command.operands}` : ''}`];
  lines.push('', command.summary, ...(command.details ? ['', command.details] : []), '');
  const rows: [string, string][] = Object.entries(command.flags ?? {}).map(([flag, help]) => [
    `--${flag} <value>`,
    help,
  ]);
  for (const [name, help] of Object.entries(command.switches ?? {})) rows.push([`--${name}`, help]);
  for (const name of command.variables) {
    const variable: { help: string; flag?: string; value?: string } = VARIABLES[name];
    rows.push([variable.flag ? `${name}, --${variable.flag} <${variable.value}>` : name, variable.help]);
  }
  const width = Math.max(...rows.map(([left]) => left.length));
  for (const [left, right] of rows) lines.push(`  ${left.padEnd(width)}  ${right}`);
  return lines.join('\n');
}

function flagsOf(command: Command): string[] {
  const variables = command.variables.map(flagOf).filter(flag => flag !== undefined);
  return [...variables, ...Object.keys(command.flags ?? {})];
}

function flagOf(name: VariableName): string | undefined {
  const variable: { help: string; flag?: string } = VARIABLES[name];
  return variable.flag;
}
