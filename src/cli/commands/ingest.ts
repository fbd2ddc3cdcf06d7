import type { IngestReport } from '../../service/index.ts';
import type { Command } from '../command.ts';
import { counted } from '../counted.ts';
import { progressBar } from '../progress-bar.ts';
import { progressLines } from '../progress-lines.ts';
import { agentOf, STORE_VARIABLES, withStore } from '../service-store.ts';
import { onOneLine } from '../table.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat ingest`: documents into an agent's knowledge. */
export const ingest: Command = {
  name: 'ingest',
  summary: 'Reads documents into what an agent knows: a folder, a file or the pages of a sitemap.',
  operands: '<folder | file | sitemap URL>',
  details:
    'Reads Markdown, HTML, text, CSV, PDF and DOCX. Run it again after a change: what is the same is not read twice, and what\nthe folder or sitemap no longer has is forgotten. The service may be running meanwhile.',
  variables: STORE_VARIABLES,
  flags: {
    agent: 'Id of the agent (the only one).',
    url: 'Address the folder is found at, for links in citations (the one it had; none at first).',
    forget: 'Forgets what was read from this folder, file or sitemap, be it still there or not.',
  },
  fields: { url: '--url' },
  async run({ variables, flags, operands, print }) {
    const [source, ...others] = operands;
    if (flags.forget !== undefined) {
      if (source) throw new UsageError('Name either what to read or what to --forget.');
      const forgotten = await withStore(variables, async management =>
        management.forget(await agentOf(management, flags.agent), flags.forget!),
      );
      return print(`${counted(forgotten, 'document')} ${forgotten === 1 ? 'is' : 'are'} forgotten.`);
    }
    if (!source || others.length > 0) {
      throw new UsageError('Say what to read: agent-chat ingest <folder, file or sitemap URL>.');
    }
    const progress = process.stderr.isTTY ? progressBar('Reading') : progressLines('Reading', print);
    const report = await withStore(variables, async management =>
      management.ingest({
        agentId: await agentOf(management, flags.agent),
        source,
        url: flags.url,
        onProgress: progress.update,
      }),
    ).finally(() => progress.end());
    tell(report, source, print);
  },
};

/** @throws UsageError when there was nothing at all to read or to forget, so that scripts notice. */
function tell(report: IngestReport, source: string, print: (line: string) => void): void {
  const { read, passages, unchanged, removed, failed } = report;
  if (failed.length > 0) {
    print(`${failed.length} could not be read:`);
    for (const { path, reason } of failed) print(`  ${onOneLine(path)} ${reason}`);
  }
  if (read + unchanged + removed === 0) throw new UsageError(`No document was read from ${source}.`);
  print(`${read} read (${counted(passages, 'passage')}), ${unchanged} unchanged, ${removed} removed.`);
}
