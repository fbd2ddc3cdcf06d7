/** What names a script to the byte. */
export interface Pin {
  /** For the `integrity` attribute: `sha384-…`. */
  integrity: string;
  /** For the address: the package's version, where the server says it, and the beginning of the hash. */
  version: string;
}

/** Characters of the hash that go into the address; the server compares as many. */
const HASH_SHOWN = 12;

/** A script as it is served now. Undefined where the page is not a secure context or the script cannot be read. */
export async function fingerprint(address: string): Promise<Pin | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) return undefined;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()));
    const hex = [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
    const release = response.headers.get('X-Agent-Chat-Version');
    return {
      integrity: `sha384-${btoa(String.fromCharCode(...digest))}`,
      version: [...(release ? [release] : []), hex.slice(0, HASH_SHOWN)].join('-'),
    };
  } catch {
    return undefined;
  }
}
