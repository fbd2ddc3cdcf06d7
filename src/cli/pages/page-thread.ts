/** The thread that one document is made a page in; see `renderApart`. */
import { parentPort, workerData } from 'node:worker_threads';
import { renderDocument } from './markdown-page.ts';
import type { PageTask } from './render-apart.ts';

const { markdown, title } = workerData as PageTask;
parentPort?.postMessage(renderDocument(markdown, title));
