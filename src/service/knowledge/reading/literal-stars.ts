const BETWEEN = /(?<=[\p{L}\p{N}])\*(?=[\p{L}\p{N}])/gu;

/** Text that is no Markdown, as Markdown: as marks of emphasis the stars of "60*40*30" would be shown to nobody. */
export function withLiteralStars(text: string): string {
  return text.replace(BETWEEN, '\\*');
}

/** The text that it was made of. */
export function withoutLiteralStars(markdown: string): string {
  return markdown.replaceAll('\\*', '*');
}
