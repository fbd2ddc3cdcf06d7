/** Loads the chunks of the bundle for script tags: there, the build replaces each `import()` by `loadChunk`. */
import { windowCode } from './window-code.ts';

const { load } = windowCode;
/** Whether the proxy sends the chunks. Then the page's policy lets them be fetched, not only run as scripts. */
let fromProxy = false;
let prefetching = false;

windowCode.load = endpoint => {
  fromProxy = new URL(import.meta.url).origin === new URL(endpoint, document.baseURI).origin;
  return load(endpoint);
};

/**
 * Fetches the window into the browser's cache only: once it is run, its code takes 117 KB of the page's memory for a
 * chat that most visitors never open.
 */
windowCode.prefetch = endpoint => {
  prefetching = true;
  const fetched = windowCode.load(endpoint);
  prefetching = false;
  return fetched;
};

/**
 * Loads a chunk by its file name. Firefox never requests a module again that failed once: a chunk would stay lost until
 * the page is reloaded. There, the file is fetched before it is imported.
 */
export async function loadChunk(file: string): Promise<unknown> {
  // Beside the entry, which this module is part of.
  const path = `./chunks/${file}`;
  const fetchOnly = fromProxy && prefetching;
  if (fetchOnly || (fromProxy && 'mozInnerScreenX' in window)) {
    const response = await fetch(new URL(path, import.meta.url));
    if (!response.ok) throw new Error(file);
    // The whole body, for the cache.
    await response.blob();
  }
  return fetchOnly ? undefined : import(/* @vite-ignore */ path);
}
