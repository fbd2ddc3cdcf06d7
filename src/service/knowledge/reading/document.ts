import { hasAnswerLabel, splitQuestions, withoutAnswerLabel, withoutQuestionLabel } from './questions.ts';

/** The text of a document of any format. */
export interface ReadDocument {
  title: string;
  passages: Passage[];
  /** Which part could not be read, and what to do. For the person who provided it; continues its name: "was read …". */
  warning?: string | undefined;
}

/** A part of a document that can be understood alone. */
export interface Passage {
  /** The headings above it, outermost first, joined by " › "; without the title. Empty at the top. */
  heading: string;
  /** URL fragment of its heading; may be empty. */
  anchor: string;
  /** Markdown. */
  body: string;
}

/** Maximum characters of a passage, unless a single block is longer. About one screen. */
const PASSAGE_LENGTH = 1200;
/** A longer block is split. */
const BLOCK_LENGTH = 4000;
const FENCE = /^(?:`{3,}|~{3,})/;
/** Where text is split, best first: after a line, a sentence, a word. */
const ENDS = ['\n', '. ', '。', ' '];

/** Anchors of headings without an id: their slug, a text fragment with their words, or none. */
type AnchorKind = 'slug' | 'words' | 'none';

/** Level of a question, below all headings. Nested questions have higher levels. */
export const QUESTION_LEVEL = 7;

/** Collects headings and blocks, and divides them into passages. */
export class PassageCollector {
  readonly passages: Passage[] = [];
  #path: { level: number; text: string; anchor: string; isInText?: boolean }[] = [];
  #blocks: string[] = [];
  #length = 0;
  #isHeadingEmpty = false;
  readonly #anchors = new Map<string, number>();
  #fixedAnchor: string | undefined;
  readonly #anchorKind: AnchorKind;

  constructor(anchorKind: AnchorKind = 'slug') {
    this.#anchorKind = anchorKind;
  }

  /** `level` 1 is the outermost. Without `anchor`, one is made from the text. */
  heading(level: number, text: string, anchor?: string): void {
    this.#begin({ level, text, anchor: anchor ?? this.#freshAnchor(text) });
  }

  #begin(step: { level: number; text: string; anchor: string; isInText?: boolean }): void {
    this.#flush();
    this.#path = this.#path.filter(({ level }) => level < step.level);
    this.#path.push(step);
    this.#isHeadingEmpty = true;
  }

  /** Sets the anchor of all passages that follow, in place of their headings' anchors: the page of a PDF. */
  setAnchor(anchor: string): void {
    this.#flush();
    this.#fixedAnchor = anchor;
  }

  /**
   * Begins the answer to a question, which ends at the next heading or question of the same level, or `endQuestion`.
   * @param isInText whether the question is bold or labelled text, and not an element that discloses its answer
   */
  question(asked: string, anchor?: string, level: number = QUESTION_LEVEL, isInText = false): void {
    const text = withoutQuestionLabel(asked);
    const made = this.#anchorKind === 'none' ? '' : TEXT_FRAGMENT + text.replaceAll('`', '');
    this.#begin({ level, text, anchor: anchor ?? made, isInText });
  }

  /** Ends the answer to a question. Does nothing if a heading has ended it. */
  endQuestion(level: number = QUESTION_LEVEL): void {
    if (!this.#path.some(step => step.level >= level)) return;
    this.#flush();
    this.#path = this.#path.filter(step => step.level < level);
  }

  /** Whether the latest heading has no text below it yet. */
  get isHeadingEmpty(): boolean {
    return this.#isHeadingEmpty;
  }

  /** Adds a block of Markdown. Lines that begin with "Q:" are questions. */
  block(text: string): void {
    const isAnswer = (this.#path.at(-1)?.level ?? 0) >= QUESTION_LEVEL && hasAnswerLabel(text.trim());
    for (const { question, text: piece } of splitQuestions(text.trim())) {
      if (question !== undefined) this.question(question, undefined, this.#levelInText, true);
      const body = isAnswer ? withoutAnswerLabel(piece.trim()) : piece.trim();
      for (const part of splitBlock(body)) this.#add(part.trim());
    }
  }

  /** The level of a labelled question: that of the preceding question in the text, or one below a heading or `<details>`. */
  get #levelInText(): number {
    const last = this.#path.at(-1);
    if (last?.isInText) return last.level;
    return Math.max(QUESTION_LEVEL, last?.level ?? 0) + 1;
  }

  #add(block: string): void {
    if (block === '') return;
    this.#isHeadingEmpty = false;
    if (this.#length > 0 && this.#length + block.length > PASSAGE_LENGTH) this.#flush();
    this.#blocks.push(block);
    this.#length += block.length;
  }

  /**
   * The document. If all of it is under one heading, this is the title of a document without one. A heading above
   * everything that the title contains is left out of the passages' headings.
   */
  finish(fallbackTitle: string, title?: string): ReadDocument {
    this.#flush();
    const first = this.passages[0]?.heading.split(SEPARATOR)[0];
    const shared = first && this.passages.every(passage => passage.heading.split(SEPARATOR)[0] === first);
    const isInTitle = shared && (title ?? first).toLowerCase().includes(first.toLowerCase());
    if (!isInTitle) return { title: title ?? fallbackTitle, passages: this.passages };
    const passages = this.passages.map(passage => ({
      ...passage,
      heading: passage.heading.split(SEPARATOR).slice(1).join(SEPARATOR),
    }));
    return { title: title ?? first, passages };
  }

  #flush(): void {
    if (this.#blocks.length > 0) {
      this.passages.push({
        heading: this.#path.map(step => step.text).join(SEPARATOR),
        anchor: this.#fixedAnchor ?? this.#path.at(-1)?.anchor ?? '',
        body: this.#blocks.join('\n\n'),
      });
    }
    this.#blocks = [];
    this.#length = 0;
  }

  #freshAnchor(text: string): string {
    const slug = headingSlug(text);
    const count = this.#anchors.get(slug) ?? 0;
    this.#anchors.set(slug, count + 1);
    if (this.#anchorKind === 'none') return '';
    if (count > 0) return `${slug}-${count}`;
    // Backticks are Markdown: the page does not contain them.
    return this.#anchorKind === 'words' ? TEXT_FRAGMENT + text.replaceAll('`', '') : slug;
  }
}

/** Begins a text fragment: an anchor that leads to the first occurrence of some words on a page. */
export const TEXT_FRAGMENT = ':~:text=';

const SEPARATOR = ' › ';

function* splitBlock(block: string): Iterable<string> {
  if (block.length <= BLOCK_LENGTH) {
    yield block;
    return;
  }
  const fence = FENCE.exec(block)?.[0];
  if (fence) {
    yield* splitCode(block, fence);
    return;
  }
  for (let start = 0; start < block.length; ) {
    const part = block.slice(start, start + PASSAGE_LENGTH);
    const end = ENDS.map(mark => part.lastIndexOf(mark) + mark.length).find(at => at > part.length / 2);
    const length = start + part.length < block.length ? (end ?? part.length) : part.length;
    yield part.slice(0, length);
    start += length;
  }
}

/** The URL fragment that GitHub and most Markdown renderers give a heading. */
export function headingSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Splits code between lines. Each part has fences of its own, or the rest of an answer would be rendered as code. */
function* splitCode(block: string, fence: string): Iterable<string> {
  const [opening = '', ...lines] = block.split('\n');
  if (lines.at(-1)?.trim() === fence) lines.pop();
  let part = '';
  for (const line of lines.flatMap(cutLine)) {
    if (part.length + line.length > PASSAGE_LENGTH && part !== '') {
      yield `${opening}\n${part}${fence}`;
      part = '';
    }
    part += `${line}\n`;
  }
  if (part !== '') yield `${opening}\n${part}${fence}`;
}

/** Minified code may be a single line. */
function cutLine(line: string): string[] {
  if (line.length <= BLOCK_LENGTH) return [line];
  return Array.from({ length: Math.ceil(line.length / PASSAGE_LENGTH) }, (_, i) =>
    line.slice(i * PASSAGE_LENGTH, (i + 1) * PASSAGE_LENGTH),
  );
}
