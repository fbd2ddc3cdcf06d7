/** Whether the proxy sends the files of the bundle for script tags, so that the page's policy lets them be fetched. */
let areProxys = false;

/** Says where the proxy is. */
export function filesFrom(endpoint: string): boolean {
  areProxys = import.meta.url.startsWith(`${new URL(endpoint, document.baseURI).origin}/`);
  return areProxys;
}

/** Into the browser's cache. */
export async function fetchFile(address: string): Promise<unknown> {
  const response = await fetch(new URL(address, import.meta.url));
  if (!response.ok) throw Error(address);
  return response.blob();
}

/**
 * What the bundle for script tags says where the source says `import()`, see `vite.config.ts`. Firefox never asks again
 * for a module that it could not have once, and until a reload there would be no formatted answer, no menu, no form. So
 * it reads a file only once it is there.
 */
export async function bringFile(address: string): Promise<unknown> {
  if (areProxys && 'mozInnerScreenX' in window) await fetchFile(address);
  return import(/* @vite-ignore */ address);
}
