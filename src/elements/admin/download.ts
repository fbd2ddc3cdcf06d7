/** Safari reads the data only after the person has answered whether the page may download. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads a file made in the page. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
