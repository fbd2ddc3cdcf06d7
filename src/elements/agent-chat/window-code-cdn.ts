import { bringFile, fetchFile, filesFrom } from './bring-file.ts';

/** In the place of `window-code.ts` in the bundle for script tags, which knows where its own files are. */
type WindowModule = typeof import('./window/agent-chat-window.ts');

/** The build writes the file's address here. */
const FILE = '__window-file__';

export const importWindow = (endpoint: string): Promise<WindowModule> => {
  filesFrom(endpoint);
  return import('./window/agent-chat-window.ts');
};

/**
 * Into the browser's cache only: read and understood, the code would take 117 KB of the page's memory for a chat that
 * most visitors never open. Another origin than the proxy's may be one that the page's policy lets scripts come from
 * and nothing else: from there it is loaded.
 */
export const fetchWindow = (endpoint: string): Promise<unknown> =>
  (filesFrom(endpoint) ? fetchFile : bringFile)(FILE);
