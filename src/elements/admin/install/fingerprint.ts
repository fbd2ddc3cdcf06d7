/**
 * `sha384-…` of a script as it is served now, for its `integrity` attribute. Undefined where the page is not a
 * secure context or the script cannot be read.
 */
export async function fingerprint(address: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) return undefined;
    const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
    return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  } catch {
    return undefined;
  }
}
