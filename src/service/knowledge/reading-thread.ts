/** The thread that large formats are read in; see `readApart`. */
import { parentPort } from 'node:worker_threads';
import type { ReadingAnswer, ReadingTask } from './read-apart.ts';
import { readDocx } from './read-docx.ts';
import { readPdf } from './read-pdf.ts';
import { reasonOf } from './unreadable.ts';

parentPort?.on('message', ({ format, bytes, title }: ReadingTask) => {
  const reading = format === 'pdf' ? readPdf(bytes, title) : readDocx(bytes, title);
  const answer = (message: ReadingAnswer): void => parentPort?.postMessage(message);
  reading.then(
    document => answer({ document }),
    (error: unknown) => answer({ reason: reasonOf(error) }),
  );
});
