import { PassageCollector, type ReadDocument } from './document.ts';
import { withLiteralStars } from './literal-stars.ts';

/** A line by itself of so many characters, that no sign of a sentence or a list is at, is a heading of what follows. */
const HEADING_LENGTH = 60;
const HEADING = /^[\p{L}\p{N}¿¡].*[\p{L}\p{N}?)]$/u;

/** Reads plain text: paragraphs are parted by empty lines. A first line by itself is its title. */
export function readText(source: string, fallbackTitle: string): ReadDocument {
  const blocks = source.split(/\n\s*\n/).filter(block => block.trim() !== '');
  const collector = new PassageCollector();
  for (const [i, block] of blocks.entries()) {
    const next = blocks[i + 1];
    // Of several in a row only the last is over something, but a title is over all.
    const isHeading = next !== undefined && isLineByItself(block) && (i === 0 || !isLineByItself(next));
    // Nothing in a text can be led to.
    if (isHeading) collector.heading(i === 0 ? 1 : 2, block.trim(), '');
    else collector.block(withLiteralStars(block));
  }
  return collector.finish(fallbackTitle);
}

function isLineByItself(block: string): boolean {
  const line = block.trim();
  return line.length <= HEADING_LENGTH && HEADING.test(line) && !line.includes('\n');
}
