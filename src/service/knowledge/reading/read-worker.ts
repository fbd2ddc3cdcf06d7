/** Entry of the worker thread; see `readInWorker`. */
import { parentPort } from 'node:worker_threads';
import { decodeDocument } from './decode-text.ts';
import type { ReadDocument } from './document.ts';
import { readAsciiDoc } from './read-asciidoc.ts';
import { readDocx } from './read-docx.ts';
import type { ReadingAnswer, ReadingTask } from './read-in-worker.ts';
import { readPdf } from './read-pdf.ts';
import { readTextFile } from './text-file.ts';
import { reasonOf, skipCodeOf } from './unreadable.ts';

parentPort?.on('message', (task: ReadingTask) => {
  const answer = (message: ReadingAnswer): void => parentPort?.postMessage(message);
  read(task).then(
    document => answer({ document }),
    (error: unknown) => answer({ reason: reasonOf(error), code: skipCodeOf(error) }),
  );
});

async function read({ format, ...file }: ReadingTask): Promise<ReadDocument> {
  if (format === 'asciidoc') {
    const text = decodeDocument(file.bytes, file.charset).replace(/\r\n?/g, '\n');
    return await readAsciiDoc(text, file.title, file.url ?? '');
  }
  if (format === 'pdf') return await readPdf(file.bytes, file.title);
  return format === 'docx' ? await readDocx(file.bytes, file.title) : readTextFile({ format, ...file });
}
