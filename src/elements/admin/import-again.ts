let tries = 0;

/**
 * Fetches a file that could not be had. Firefox never asks again for the address of a module that failed once, and
 * would say so until the page is loaded anew; its error, as Chromium's, ends in that address.
 */
export async function importAgain<M>(error: unknown): Promise<M> {
  const address = /https?:\S+$/.exec(error instanceof Error ? error.message : '')?.[0];
  if (!address) throw error;
  const again = new URL(address);
  again.searchParams.set('again', String(++tries));
  return import(/* @vite-ignore */ again.href);
}
