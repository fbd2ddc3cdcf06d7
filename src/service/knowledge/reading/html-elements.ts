import type { PassageCollector } from './document.ts';
import { unescapeStars } from './plain-text.ts';
import { isQuestion } from './questions.ts';

/** Characters of a definition that is a section of its own. */
const DEFINITION_LENGTH = 80;
/** Elements that are not read. */
const SKIPPED = new Set(
  'script style noscript template svg nav aside form dialog button select iframe'.split(' '),
);
/** Elements that are one of these by their role. */
const BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['navigation', 'nav'],
  ['complementary', 'aside'],
  ['search', 'form'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
]);
/** Outside of the content they belong to the site; inside, to the text. */
const AROUND = new Set(['header', 'footer']);
export const BLOCKS = new Set(
  'address article blockquote body dd details div dl dt figcaption figure footer header main p section summary'.split(
    ' ',
  ),
);

/** Classes and ids of buttons that open a menu, and not an answer. */
const MENU_BUTTON =
  /nav|menu|hamburger|dropdown|offcanvas|sidebar|search|cookie|modal|lang|share|theme|login|cart/i;
const OPENER_CLASS = /accordion|collaps|faq|question|toggle|expand/i;
/** Classes of elements that contain a question alone. */
const QUESTION_CLASS =
  /(?:^|\s)(?:(?:faq|accordion|collapse|toggle)s?[-_]*(?:item)?[-_]*)?(?:question|accordion[-_]*(?:title|header|heading|trigger|button|label)|toggle[-_]*title|faq[-_]*(?:title|header|q))(?:[-_]*text)?(?:\s|$)/i;

export type Attributes = Readonly<Record<string, string>>;

/** Whether a button opens an answer, and not a menu or a dialog. */
function isOpener(name: string, attributes: Attributes): boolean {
  const isButton = name === 'button' || attributes.role === 'button' || attributes.role === 'tab';
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`;
  if (
    !isButton ||
    attributes['aria-haspopup'] ||
    MENU_BUTTON.test(`${names} ${attributes['aria-controls'] ?? ''}`)
  )
    return false;
  return (
    'aria-expanded' in attributes ||
    'aria-controls' in attributes ||
    /collapse|accordion/.test(attributes['data-bs-toggle'] ?? attributes['data-toggle'] ?? '') ||
    OPENER_CLASS.test(names)
  );
}

/** Whether an element contains a question alone, by its name or its class. */
export function isQuestionElement(name: string, attributes: Attributes): boolean {
  return name === 'summary' || isOpener(name, attributes) || QUESTION_CLASS.test(attributes.class ?? '');
}

/** Whether an element is left out, by its name or its role. */
export function isSkipped(
  name: string,
  attributes: Attributes,
  { readsAll, inHeading, inContent }: { readsAll: boolean; inHeading: boolean; inContent: boolean },
): boolean {
  return [name, BY_ROLE.get(attributes.role ?? '')].some(kind => {
    if (kind === undefined || (kind === 'form' && readsAll)) return false;
    if (kind === 'button' && (inHeading || isOpener(kind, attributes))) return false;
    return SKIPPED.has(kind) || (!inContent && AROUND.has(kind));
  });
}

/** Adds an entry of a definition list. A question or a long definition is a section of its own. */
export function addDefinition(
  collector: PassageCollector,
  term: string,
  anchor: string | undefined,
  blocks: readonly string[],
): void {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const isSection = term !== '' && (isQuestion(unescapeStars(term)) || length >= DEFINITION_LENGTH);
  if (isSection) collector.question(unescapeStars(term), anchor);
  else if (term !== '') collector.block(term);
  for (const block of blocks) collector.block(block);
  if (isSection) collector.endQuestion();
}
