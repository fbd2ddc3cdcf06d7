import { ClientError } from '../../client/transport/client-error.ts';

/** Awaits a dynamic import. @throws ClientError `offline` if the code cannot be loaded */
export async function loadChunk<M>(chunk: Promise<M>): Promise<M> {
  try {
    return await chunk;
  } catch (cause) {
    throw new ClientError('offline', 'could not load a part of the panel', { cause });
  }
}

let attempts = 0;

/**
 * Imports a module again after its import failed. Firefox remembers the failure for the module's URL until the page
 * reloads, so the retry adds a query. Its error message, like Chromium's, ends with that URL.
 * @throws the given error if it names no URL
 */
export async function retryImport<M>(error: unknown): Promise<M> {
  const address = /https?:\S+$/.exec(error instanceof Error ? error.message : '')?.[0];
  if (!address) throw error;
  const url = new URL(address);
  url.searchParams.set('again', String(++attempts));
  return import(/* @vite-ignore */ url.href);
}
