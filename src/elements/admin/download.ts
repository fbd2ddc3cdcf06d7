/** Hands the person a file made in the page. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
