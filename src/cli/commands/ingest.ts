import type { IngestReport, Management } from '../../service/index.ts';
import type { Command } from '../command.ts';
import { EMBEDDING_VARIABLES, embeddingOptions } from '../model-options.ts';
import { counted, sanitizeLine } from '../output.ts';
import { progressBar, progressLines } from '../progress.ts';
import { agentOf, STORE_VARIABLES, withStore } from '../service-store.ts';
import { ingestMemory, UsageError } from '../variables.ts';

/** `agent-chat ingest`: adds documents to an agent's knowledge. */
export const ingest: Command = {
  name: 'ingest',
  summary: "Adds documents to an agent's knowledge: a folder, a file, a page or the pages of a sitemap.",
  operands: '<folder | file | sitemap URL>',
  details:
    'Reads Markdown, HTML, reStructuredText, AsciiDoc, text, CSV, PDF and DOCX. Run it again after a change: unchanged documents are not read twice,\nand documents that the folder or sitemap no longer has are removed. The service may be running meanwhile.\nDocuments that cannot be read are listed, and the others are read. The exit code is 1 if there are no others.',
  variables: [...STORE_VARIABLES, 'INGEST_MEMORY', ...EMBEDDING_VARIABLES],
  flags: {
    agent: 'Id of the agent (the only one).',
    url: 'Web address of the folder, for links in citations (the previous one; none at first).',
    forget: 'Removes the documents of this folder, file or sitemap, whether it still exists or not.',
  },
  switches: {
    private:
      'Reads a site whose name has a private address, as in your own network. An IP address and localhost are read without it.',
  },
  fields: { url: '--url' },
  async run({ variables, flags, switches, operands, print }) {
    const [source, ...others] = operands;
    if (flags.forget !== undefined) {
      if (source) throw new UsageError('Give either something to read or --forget, not both.');
      const forgotten = await withStore(variables, async management =>
        management.forget(await agentOf(management, flags.agent), flags.forget!),
      );
      return print(`${counted(forgotten, 'document')} ${forgotten === 1 ? 'was' : 'were'} removed.`);
    }
    if (!source || others.length > 0) {
      throw new UsageError('Name what to read: agent-chat ingest <folder, file or sitemap URL>.');
    }
    const progress = process.stderr.isTTY ? progressBar('Reading') : progressLines('Reading', print);
    const report = await withStore(
      variables,
      async management =>
        management.ingest({
          agentId: await agentToRead(management, flags.agent),
          source,
          url: flags.url,
          allowPrivate: switches.has('private'),
          onProgress: progress.update,
        }),
      { ...embeddingOptions(variables), ingestMemory: ingestMemory(variables), isNew: true },
    ).finally(() => progress.end());
    printReport(report, source, print);
  },
};

/** Documents may be read before the first start. */
async function agentToRead(management: Management, named: string | undefined): Promise<string> {
  const isEmpty = named === undefined && (await management.listAgents()).length === 0;
  return isEmpty ? await management.firstAgent() : await agentOf(management, named);
}

/** @throws UsageError when nothing was read or removed, so that scripts notice. */
function printReport(report: IngestReport, source: string, print: (line: string) => void): void {
  const { read, passages, unchanged, removed, failed, warnings, embeddings } = report;
  if (failed.length > 0) {
    print(`${failed.length} could not be read:`);
    for (const { path, reason } of failed) print(`  ${sanitizeLine(path)} ${reason}`);
  }
  for (const { path, reason } of warnings) print(`${sanitizeLine(path)} ${reason}`);
  if (embeddings === 'unreachable')
    print('The embeddings model could not be reached. The service makes the missing vectors once it can be.');
  if (embeddings === 'unsupported') print('PostgreSQL has no vectors: install the extension pgvector.');
  if (read + unchanged + removed === 0) throw new UsageError(`No document was read from ${source}.`);
  const unread = failed.length > 0 ? `, ${failed.length} not read` : '';
  print(
    `${read} read (${counted(passages, 'passage')}), ${unchanged} unchanged, ${removed} removed${unread}.`,
  );
}
