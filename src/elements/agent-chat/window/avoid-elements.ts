import { css } from 'lit';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import type { WindowOwner } from '../window-contract.ts';

/** CSS pixels between the launcher and what it avoids. */
const GAP = 12;
/** Milliseconds between two looks: a page may change with every frame. */
const PAUSE = 100;

/**
 * Keeps the launcher, its greetings and the window off what the `avoid` attribute names by a CSS selector, such as a
 * cookie banner: beyond it while there is room, else unseen until it is gone. Returns the way out.
 */
export function avoidElements(owner: WindowOwner): () => void {
  const selector = owner.getAttribute('avoid');
  if (selector === null || !isSelector(selector)) return () => {};
  adoptStyles(owner.renderRoot, avoidStyles);
  let aside = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const place = placeOf(owner.renderRoot);
    if (!place) return;
    const found = [...document.querySelectorAll(selector)];
    for (const element of found) sizes.observe(element);
    const top = owner.corner.startsWith('top');
    const there = place.getBoundingClientRect();
    // Of a window only its edge: it gets smaller where the rest of it is in the way.
    const height = owner.noLauncher ? 1 : there.height;
    const y = top ? there.top - aside : there.bottom + aside - height;
    const home = new DOMRect(there.x, y, there.width, height);
    aside = distance(home, found.flatMap(boxes), top);
    const room = top ? innerHeight - home.bottom : home.top;
    const fits = aside <= room;
    if (!fits) aside = 0;
    owner.give({ '--_aside': `${aside}px`, '--_beyond': fits ? undefined : 'hidden' });
  };
  const later = (): void => {
    timer ??= setTimeout(look, PAUSE);
  };
  const sizes = new ResizeObserver(later);
  const changes = new MutationObserver(later);
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'style', 'hidden', 'open', 'id', 'placement'],
  });
  // What slides in is where it belongs at the end.
  const ends = ['transitionend', 'animationend', 'resize', 'agent-chat-ready'];
  for (const end of ends) addEventListener(end, later);
  // The chat itself may have changed its corner or its width.
  const drawn = { hostUpdated: later };
  owner.addController(drawn);
  look();
  return () => {
    owner.removeController(drawn);
    clearTimeout(timer);
    sizes.disconnect();
    changes.disconnect();
    for (const end of ends) removeEventListener(end, later);
    owner.give?.({ '--_aside': undefined, '--_beyond': undefined });
  };
}

/** What has to be free: the launcher, or where there is none what is seen without it. */
function placeOf(root: ParentNode): Element | null {
  return root.querySelector('.layer') ?? root.querySelector('dialog:is([open], :popover-open), .greetings');
}

/** How far the launcher has to move from its place to be free of all that is in the way, one behind the other. */
function distance(home: DOMRect, boxes: readonly DOMRect[], top: boolean): number {
  let far = 0;
  for (let before = -1; before !== far; ) {
    before = far;
    const [from, to] = top ? [home.top + far, home.bottom + far] : [home.top - far, home.bottom - far];
    for (const box of boxes) {
      const beside = box.right <= home.left || box.left >= home.right;
      if (beside || box.bottom <= from || box.top >= to) continue;
      far = Math.max(far, GAP + (top ? box.bottom - home.top : home.bottom - box.top));
    }
  }
  return far;
}

/** Where an element is seen; where one that has no size of its own holds what is. */
function boxes(element: Element): DOMRect[] {
  if (element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) === false) return [];
  const box = element.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) return [box];
  return [...(element.shadowRoot ?? element).children].flatMap(boxes);
}

function isSelector(text: string): boolean {
  try {
    document.querySelector(text);
    return true;
  } catch {
    console.warn(`<agent-chat> avoid: ${JSON.stringify(text)} is no selector`);
    return false;
  }
}

const avoidStyles = css`
  .layer {
    inset-block-end: var(--_aside, 0);
    visibility: var(--_beyond, visible);
  }

  dialog.window:not(.full, .expanded),
  .greetings {
    margin-block-end: var(--_aside, 0);
  }

  dialog.window:not(.full, .expanded) {
    max-block-size: calc(100% - var(--_gap) - 16px - var(--_aside, 0px));
  }

  .layer[data-place^='top'] {
    inset-block: var(--_aside, 0) auto;
  }

  [data-place^='top']:is(.greetings, dialog.window:not(.full, .expanded)) {
    margin-block: var(--_aside, 0) 0;
  }
`;
