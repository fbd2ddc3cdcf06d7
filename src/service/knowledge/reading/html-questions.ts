/** Classes and ids of buttons that open a menu, and not an answer. */
const MENU_BUTTON =
  /nav|menu|hamburger|dropdown|offcanvas|sidebar|search|cookie|modal|lang|share|theme|login|cart/i;
const OPENER_CLASS = /accordion|collaps|faq|question|toggle|expand/i;
/** Classes of elements that contain a question alone. */
const QUESTION_CLASS =
  /(?:^|\s)(?:(?:faq|accordion|collapse|toggle)s?[-_]*(?:item)?[-_]*)?(?:question|accordion[-_]*(?:title|header|heading|trigger|button|label)|toggle[-_]*title|faq[-_]*(?:title|header|q))(?:[-_]*text)?(?:\s|$)/i;

export type Attributes = Readonly<Record<string, string>>;

/** Whether a button opens an answer, and not a menu or a dialog. */
export function isOpener(name: string, attributes: Attributes): boolean {
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
