/** A document as it was read, whatever its format. */
export interface ReadDocument {
  title: string;
  passages: Passage[];
}

/** A part of a document that makes sense by itself. */
export interface Passage {
  /** The headings it stands under below the title, outermost first, joined by " › "; empty at the top. */
  heading: string;
  /** The fragment that leads to its heading; empty where there is none. */
  anchor: string;
  /** Markdown. */
  body: string;
}

/** Characters a passage has at most, unless one block alone is longer. About what one screen shows. */
const PASSAGE_LENGTH = 1200;
/** A single block that is longer is parted, and code is cut: nothing longer is of use in an answer. */
const BLOCK_LENGTH = 4000;
const FENCE = /^(?:`{3,}|~{3,})/;
/** Where text is parted, best first: behind a line, a sentence, a word. */
const ENDS = ['\n', '. ', '。', ' '];

/** Collects blocks under their headings and cuts them into passages. */
export class PassageCollector {
  readonly passages: Passage[] = [];
  #path: { level: number; text: string; anchor: string }[] = [];
  #blocks: string[] = [];
  #length = 0;
  readonly #anchors = new Map<string, number>();
  #place: string | undefined;
  readonly #made: 'slug' | 'words';

  /** @param made what leads to a heading that the document gives no anchor: its slug, or the browser's search for its words */
  constructor(made: 'slug' | 'words' = 'slug') {
    this.#made = made;
  }

  /** `level` 1 is the outermost. An anchor is made of the text where the document gives none. */
  heading(level: number, text: string, anchor?: string): void {
    this.#flush();
    this.#path = this.#path.filter(step => step.level < level);
    this.#path.push({ level, text, anchor: anchor ?? this.#freshAnchor(text) });
  }

  /** From here on passages lead to this fragment, whatever their heading's, as to the page of a PDF. */
  place(anchor: string): void {
    this.#flush();
    this.#place = anchor;
  }

  block(text: string): void {
    for (const part of partsOf(text.trim())) this.#add(part.trim());
  }

  #add(block: string): void {
    if (block === '') return;
    if (this.#length > 0 && this.#length + block.length > PASSAGE_LENGTH) this.#flush();
    this.#blocks.push(block);
    this.#length += block.length;
  }

  /**
   * The document, titled by its first heading of level 1 where it has no title. A heading that stands above all of it and
   * in its title is no part of the passages' headings.
   */
  finish(fallbackTitle: string, title?: string): ReadDocument {
    this.#flush();
    const first = this.passages[0]?.heading.split(SEPARATOR)[0];
    const shared = first && this.passages.every(passage => passage.heading.split(SEPARATOR)[0] === first);
    const isSaid = shared && (title ?? first).toLowerCase().includes(first.toLowerCase());
    if (!isSaid) return { title: title ?? fallbackTitle, passages: this.passages };
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
        anchor: this.#place ?? this.#path.at(-1)?.anchor ?? '',
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
    if (count > 0) return `${slug}-${count}`;
    // Code is in marks here that the page does not show.
    return this.#made === 'words' ? TO_WORDS + text.replaceAll('`', '') : slug;
  }
}

/** Begins an anchor that leads to the first place of a page where these words stand (a text fragment). */
export const TO_WORDS = ':~:text=';

const SEPARATOR = ' › ';

function* partsOf(block: string): Iterable<string> {
  if (block.length <= BLOCK_LENGTH) {
    yield block;
    return;
  }
  const fence = FENCE.exec(block)?.[0];
  if (fence) {
    // Left open, it would take what follows in an answer for code, too.
    yield `${block.slice(0, BLOCK_LENGTH - fence.length - 1)}\n${fence}`;
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

/** The fragment GitHub and most Markdown renderers give a heading. */
export function headingSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
