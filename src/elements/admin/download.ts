/** Milliseconds: Safari asks whether the page may download, and reads the data when that is answered. */
const KEPT_MS = 60_000;

/** Hands the person a file made in the page. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
