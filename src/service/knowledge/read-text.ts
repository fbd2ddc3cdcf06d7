import { PassageCollector, type ReadDocument } from './document.ts';
import { withLiteralStars } from './literal-stars.ts';

/** Reads plain text: paragraphs are parted by empty lines. */
export function readText(source: string, fallbackTitle: string): ReadDocument {
  const collector = new PassageCollector();
  for (const block of source.split(/\n\s*\n/)) collector.block(withLiteralStars(block));
  return collector.finish(fallbackTitle, fallbackTitle);
}
