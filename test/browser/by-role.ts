/** The parts of the panel or the chat as a person finds them: by what they are and what they are called. */

const ROLES = {
  alert: '[role=alert]',
  article: '[role=article]',
  button: 'button:not([role])',
  checkbox: 'input[type=checkbox]:not([role])',
  combobox: 'select, input[list]',
  definition: 'dd',
  disclosure: 'summary',
  form: 'form',
  group: '[role=group], fieldset',
  heading: 'h2, h3, h4',
  img: '[role=img]',
  link: 'a[href]',
  list: 'ol, ul, [role=list]',
  listitem: 'li',
  log: '[role=log]',
  navigation: 'nav',
  radio: 'input[type=radio]',
  radiogroup: '[role=radiogroup]',
  region: '[role=region], section',
  slider: 'input[type=range]',
  status: '[role=status]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  tabpanel: '[role=tabpanel]',
  toolbar: '[role=toolbar]',
  textbox: 'textarea, input:not([list]):is([type=text], [type=password], :not([type]))',
};

export type Role = keyof typeof ROLES;

/** All of a kind that are in view. */
export function allByRole<E extends Element = HTMLElement>(
  root: ParentNode,
  role: Role,
  name?: string | RegExp,
): E[] {
  return [...root.querySelectorAll<E>(ROLES[role])].filter(
    element =>
      element.checkVisibility() &&
      (name === undefined ||
        (name instanceof RegExp ? name.test(nameOf(element)) : nameOf(element) === name)),
  );
}

export function byRole<E extends Element = HTMLElement>(
  root: ParentNode,
  role: Role,
  name?: string | RegExp,
): E {
  const [found] = allByRole<E>(root, role, name);
  if (!found) {
    const others = allByRole(root, role).map(nameOf).join(', ');
    throw new Error(`there is no ${role} ${name ?? ''}; there are: ${others}`);
  }
  return found;
}

export function textbox(root: ParentNode, name: string | RegExp): HTMLInputElement {
  return byRole<HTMLInputElement>(root, 'textbox', name);
}

/** Types into a field, and leaves it. */
export function fill(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** What a screen reader adds to the name of something: hint, limit, fault. */
export function descriptionOf(element: Element): string {
  return textOfIds(element, 'aria-describedby');
}

export function nameOf(element: Element): string {
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);
  const name =
    textOfIds(element, 'aria-labelledby') ||
    element.getAttribute('aria-label') ||
    labels.join(' ') ||
    element.textContent ||
    '';
  return name.replace(/\s+/g, ' ').trim();
}

function textOfIds(element: Element, attribute: string): string {
  const root = element.getRootNode() as ShadowRoot;
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  const texts = ids.map(id => root.getElementById(id)?.textContent ?? '');
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
