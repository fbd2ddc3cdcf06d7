/** In the place of `window-code.ts` in the bundle for script tags, which knows where its own files are. */
type WindowModule = typeof import('./window/agent-chat-window.ts');

/** The build writes the file's name here. */
const FILE = '__window-file__';

/**
 * Firefox never asks again for a module that it could not have once, and there the chat would stay closed until a
 * reload. So it reads the file only once it is there.
 */
export const importWindow = async (endpoint: string): Promise<WindowModule> => {
  if ('mozInnerScreenX' in window) await fetchWindow(endpoint);
  return import('./window/agent-chat-window.ts');
};

/**
 * Into the browser's cache only: read and understood, the code would take 117 KB of the page's memory for a chat that
 * most visitors never open. Another origin than the proxy's may be one that the page's policy lets scripts come from
 * and nothing else: from there it is loaded.
 */
export async function fetchWindow(endpoint: string): Promise<unknown> {
  const file = new URL(FILE, import.meta.url);
  const isProxys = new URL(endpoint, document.baseURI).origin === file.origin;
  if (!isProxys) return import('./window/agent-chat-window.ts');
  const response = await fetch(file);
  if (!response.ok) throw Error(FILE);
  return response.blob();
}
