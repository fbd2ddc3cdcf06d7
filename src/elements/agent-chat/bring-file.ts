/** Whether the proxy sends the files of the bundle for script tags, so that the page's policy lets them be fetched. */
let areProxys = false;

/** Says where the proxy is. */
export function filesFrom(endpoint: string): boolean {
  areProxys = import.meta.url.startsWith(`${new URL(endpoint, document.baseURI).origin}/`);
  return areProxys;
}

/** Beside the bundle's own file, which this module is part of. */
const pathOf = (name: string): string => `./chunks/${name}.js`;

/** Into the browser's cache. */
export async function fetchFile(name: string): Promise<unknown> {
  const response = await fetch(new URL(pathOf(name), import.meta.url));
  if (!response.ok) throw Error(name);
  return response.blob();
}

/**
 * What the bundle for script tags says where the source says `import()`, see `vite.config.ts`. Firefox never asks again
 * for a module that it could not have once, and until a reload there would be no formatted answer, no menu, no form. So
 * it reads a file only once it is there.
 */
export async function bringFile(name: string): Promise<unknown> {
  if (areProxys && 'mozInnerScreenX' in window) await fetchFile(name);
  return import(/* @vite-ignore */ pathOf(name));
}
