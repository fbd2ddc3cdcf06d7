/**
 * `npm run bench:service`: what the agent service takes with a million contacts and a hundred thousand passages, over
 * SQLite and over PostgreSQL, as a table with the facts of the machine; also written to bench/SERVICE.md. Takes some ten
 * minutes. `--contacts` and `--passages` measure other sizes, `--sqlite` or `--postgres` one engine.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutPostgres } from '../scripts/servers.ts';

const { values } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    contacts: { type: 'string', default: '1000000' },
    passages: { type: 'string', default: '100000' },
  },
});

const ENGINES = [
  ['sqlite', 'SQLite', 'synchronous=FULL: each answer is on the disk before it is sent'],
  ['postgres', 'PostgreSQL', 'on the same machine, with its settings as installed'],
] as const;
const only = values.sqlite ? 'sqlite' : values.postgres ? 'postgres' : undefined;

const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
const memory = Math.round(totalmem() / 2 ** 30);
const lines = [
  '# The agent service, measured',
  '',
  'Written by `npm run bench:service`. Each request passes through the whole service but no socket; ids of contacts are',
  'random, the words of documents as frequent as those of a language.',
  '',
  `- ${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpu}, ${memory} GB, ${platform()} ${release()} ${arch()}`,
  `- Node.js ${process.version}`,
];
for (const [engine, name, note] of ENGINES.filter(([engine]) => !only || engine === only)) {
  const missing = engine === 'postgres' && withoutPostgres();
  lines.push(
    '',
    `## ${name}`,
    '',
    missing ? `Not measured: ${missing}.` : `${note[0]!.toUpperCase()}${note.slice(1)}.`,
  );
  if (missing) continue;
  lines.push('', '| what | measured | bar |', '| --- | --- | --- |');
  lines.push(
    ...measure(engine, 'contacts', values.contacts),
    ...measure(engine, 'questions', values.passages),
    ...measure(engine, 'replies', '1000'),
  );
}
const text = `${lines.join('\n')}\n`;
console.log(text);
if (!only) writeFileSync(join(import.meta.dirname, 'SERVICE.md'), text);

/** In a process of its own, so that one measurement's memory is not another's. */
function measure(engine: string, part: string, size: string): string[] {
  const script = join(import.meta.dirname, 'service-part.ts');
  const output = execFileSync(process.execPath, ['--expose-gc', script, engine, part, size], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return output.trim().split('\n');
}
