/** The worker thread of `renderInWorker`. */
import { parentPort, workerData } from 'node:worker_threads';
import { renderDocument } from './markdown-page.ts';
import type { PageTask } from './render-in-worker.ts';

const { markdown, title } = workerData as PageTask;
parentPort?.postMessage(renderDocument(markdown, title));
