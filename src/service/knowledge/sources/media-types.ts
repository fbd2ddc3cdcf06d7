/** Formats by media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/markdown': '.md',
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
};

/** The file extension of a media type; undefined if documents of this type cannot be read. */
export function extensionOf(type: string): string | undefined {
  return Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined;
}

export function isReadableType(type: string): boolean {
  return extensionOf(type) !== undefined;
}
