import { PassageCollector, type ReadDocument } from './document.ts';
import { escapeStars } from './plain-text.ts';
import { isQuestion, splitQuestions } from './questions.ts';

/** A heading is a single line of at most so many characters, without the marks of a sentence or a list. */
const HEADING_LENGTH = 60;
const HEADING = /^[\p{L}\p{N}¿¡].*[\p{L}\p{N}?)]$/u;

/** Reads plain text: empty lines separate paragraphs. A single first line is the title. */
export function readText(source: string, fallbackTitle: string): ReadDocument {
  const blocks = source.split(/\n\s*\n/).filter(block => block.trim() !== '');
  const collector = new PassageCollector('none');
  for (const [i, block] of blocks.entries()) {
    const next = blocks[i + 1];
    // Of several single lines in a row only the last is a heading. The first block may be the title.
    const isHeading =
      next !== undefined && isSingleLine(block) && (i === 0 ? !isQuestion(block) : !isSingleLine(next));
    // A text file has no anchors.
    if (isHeading) collector.heading(i === 0 ? 1 : 2, block.trim(), '');
    else addBlock(collector, block);
  }
  return collector.finish(fallbackTitle);
}

function isSingleLine(block: string): boolean {
  const line = block.trim();
  return line.length <= HEADING_LENGTH && HEADING.test(line) && !line.includes('\n');
}

/** A question in a line of its own begins an answer, in the same paragraph or in the next ones. */
function addBlock(collector: PassageCollector, block: string): void {
  const [first = '', ...rest] = block.trim().split('\n');
  const isLabelled = splitQuestions(first)[0]?.question !== undefined;
  const isAsked = isQuestion(first) && !isLabelled && !/^[-*•>|]/.test(first.trim());
  if (isAsked) collector.heading(2, first.trim(), '');
  collector.block(escapeStars(isAsked ? rest.join('\n') : block));
}
