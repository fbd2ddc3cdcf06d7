/** Loads the chunks of the bundle for script tags, which the build names where a source says `import()`. */
import { windowCode } from './window-code.ts';

/** Whether the proxy sends the chunks. Then the page's policy lets them be fetched, not only run as scripts. */
let areProxys = false;
let isPrefetching = false;

const { load } = windowCode;
windowCode.load = endpoint => {
  areProxys = import.meta.url.startsWith(`${new URL(endpoint, document.baseURI).origin}/`);
  return load(endpoint);
};
/**
 * Fetches the window into the browser's cache only: once it is run, its code takes 117 KB of the page's memory for a
 * chat that most visitors never open.
 */
windowCode.prefetch = async endpoint => {
  isPrefetching = true;
  const fetched = windowCode.load(endpoint);
  isPrefetching = false;
  await fetched;
};

/** Chunks lie beside the bundle's entry, which this module is part of. */
const pathOf = (file: string): string => `./chunks/${file}`;

/**
 * Loads a chunk by its file name. Firefox never asks again for a module that failed once: a chunk would stay lost until
 * the page is reloaded. There, the file is fetched before it is imported.
 */
export async function loadChunk(file: string): Promise<unknown> {
  const fetchOnly = isPrefetching && areProxys;
  if (fetchOnly || (areProxys && 'mozInnerScreenX' in window)) {
    const response = await fetch(new URL(pathOf(file), import.meta.url));
    if (!response.ok) throw new Error(file);
    // The whole body, for the cache.
    await response.blob();
  }
  return fetchOnly ? undefined : import(/* @vite-ignore */ pathOf(file));
}
