import { adoptStyles } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import type { WidgetHost } from '../widget-host.ts';

/** CSS pixels between the launcher and the elements that it avoids. */
const GAP = 12;
/** Milliseconds between two measurements: a page may change with every frame. */
const PAUSE_MS = 100;

/**
 * Keeps the floating parts visible: away from the elements in the `avoid` attribute, and above the modal dialogs that
 * contain the widget.
 * @returns a function that stops it
 */
export function start(host: WidgetHost): () => void {
  const cleanups = [avoidElements(host), stayAboveDialogs(host)];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/**
 * Moves the launcher, its greetings and the window away from the elements that the `avoid` attribute selects, such as a
 * cookie banner. If there is no space beyond them, the launcher is hidden until they are gone.
 */
function avoidElements(host: WidgetHost): () => void {
  const selector = host.getAttribute('avoid');
  if (selector === null || !isSelector(selector)) return () => {};
  adoptStyles(host.renderRoot, avoidStyles);
  let shift = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = (): void => {
    timer = undefined;
    const floating = floatingPart(host.renderRoot);
    if (!floating) return;
    const obstacles = [...document.querySelectorAll(selector)];
    for (const element of obstacles) sizes.observe(element);
    const top = host.resolvedPlacement.startsWith('top');
    const now = floating.getBoundingClientRect();
    // Of a window only the edge counts: it shrinks if there is less space.
    const height = host.noLauncher ? 1 : now.height;
    const y = top ? now.top - shift : now.bottom + shift - height;
    const unshifted = new DOMRect(now.x, y, now.width, height);
    shift = shiftPast(unshifted, obstacles.flatMap(visibleBoxes), top);
    const space = top ? innerHeight - unshifted.bottom : unshifted.top;
    const fits = shift <= space;
    if (!fits) shift = 0;
    host.setThemeVariables({ '--_aside': `${shift}px`, '--_beyond': fits ? undefined : 'hidden' });
  };
  const measureLater = (): void => {
    timer ??= setTimeout(measure, PAUSE_MS);
  };
  const sizes = new ResizeObserver(measureLater);
  const changes = new MutationObserver(measureLater);
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'style', 'hidden', 'open', 'id', 'placement'],
  });
  // Elements that slide in reach their place at the end of the animation.
  const events = ['transitionend', 'animationend', 'resize', 'agent-chat-ready'];
  for (const event of events) addEventListener(event, measureLater);
  // An update of the widget may change its corner or its width.
  const controller = { hostUpdated: measureLater };
  host.addController(controller);
  measure();
  return () => {
    host.removeController(controller);
    clearTimeout(timer);
    sizes.disconnect();
    changes.disconnect();
    for (const event of events) removeEventListener(event, measureLater);
    host.setThemeVariables?.({ '--_aside': undefined, '--_beyond': undefined });
  };
}

/** The launcher; if there is none, the open window or the greetings. */
function floatingPart(root: ParentNode): Element | null {
  return root.querySelector('.layer') ?? root.querySelector('dialog:is([open], :popover-open), .greetings');
}

/** How far the part has to move from its place to clear all obstacles, also several behind each other. */
function shiftPast(part: DOMRect, obstacles: readonly DOMRect[], top: boolean): number {
  let shift = 0;
  for (let before = -1; before !== shift; ) {
    before = shift;
    const [from, to] = top
      ? [part.top + shift, part.bottom + shift]
      : [part.top - shift, part.bottom - shift];
    for (const box of obstacles) {
      const beside = box.right <= part.left || box.left >= part.right;
      if (beside || box.bottom <= from || box.top >= to) continue;
      shift = Math.max(shift, GAP + (top ? box.bottom - part.top : part.bottom - box.top));
    }
  }
  return shift;
}

/** The box of a visible element; for an element without a size, the boxes of its children. */
function visibleBoxes(element: Element): DOMRect[] {
  if (element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) === false) return [];
  const box = element.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) return [box];
  return [...(element.shadowRoot ?? element).children].flatMap(visibleBoxes);
}

function isSelector(text: string): boolean {
  try {
    document.querySelector(text);
    return true;
  } catch {
    console.warn(`<agent-chat> avoid: ${JSON.stringify(text)} is not a selector`);
    return false;
  }
}

/**
 * A modal dialog of the page opens above all that is already in the top layer, also above the widget that the dialog
 * contains. Shows the floating parts again, which puts them on top.
 */
function stayAboveDialogs(host: WidgetHost): () => void {
  const moveToTop = (): void => {
    const focused = host.shadowRoot!.activeElement as HTMLElement | null;
    for (const part of ['.layer', '.greetings', '.window']) {
      const shown = host.renderRoot.querySelector<HTMLElement>(`${part}:is(:popover-open)`);
      shown?.hidePopover();
      shown?.showPopover();
    }
    focused?.focus();
  };
  const opened = new MutationObserver(moveToTop);
  for (let ancestor = host.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.localName === 'dialog') opened.observe(ancestor, { attributeFilter: ['open'] });
  // A dialog may have opened before this code was loaded.
  if (host.closest('dialog[open]')) moveToTop();
  return () => opened.disconnect();
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
