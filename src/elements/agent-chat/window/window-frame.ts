import { html, nothing, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { icon, moreIcon } from '../../conversation/icons.ts';
import { hideFromShortcuts } from '../../conversation/page-shortcuts.ts';
import { dispatch } from '../events.ts';
import type { WidgetHost } from '../widget-host.ts';
import type { WindowSize } from './window-size.ts';

export const closeIcon: TemplateResult = icon('M6 6l12 12M18 6 6 18');
const newIcon: TemplateResult = icon(
  'M12 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5M17.5 4.1a1.7 1.7 0 0 1 2.4 2.4L12.5 14l-3 .6.6-3z',
);
const expandIcon: TemplateResult = icon('M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7');
const shrinkIcon: TemplateResult = icon('M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7');

const HEADING_ID = 'agent-chat-heading';

export interface FrameView {
  strings: Strings;
  title: string;
  subtitle: string;
  /** Whether the visitor's browser is offline, which replaces the subtitle. */
  offline: boolean;
  /** The window fills a small screen: it can be neither enlarged nor dragged. */
  full: boolean;
  size: WindowSize;
  /** Starts a new conversation; undefined if the current one is empty. */
  onNew: (() => void) | undefined;
  /** Opens the menu of the conversation. Undefined until the conversation is rendered. */
  onMore: ((event: Event) => void) | undefined;
  content: unknown;
}

/**
 * Renders the frame around the conversation: a section of the page, or a floating dialog that leaves the page usable and
 * is modal only where it fills the screen. `aria-modal` says which, because Chromium exposes every dialog in the top
 * layer as modal.
 */
export function renderFrame(host: WidgetHost, view: FrameView): TemplateResult {
  const { language, dir } = host.language;
  const { full, size } = view;
  const onClick = (event: MouseEvent): void => followLink(host, event);
  const onCancel = (event: Event): void => {
    event.preventDefault();
    host.hide();
  };
  // The fields themselves stop `keydown`. Fields that the page puts into a slot are not in this root.
  const onTyping = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (target.matches('input, textarea, select') && host.renderRoot.contains(target))
      hideFromShortcuts(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The first Escape belongs to a menu or input method that is open inside the window.
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229)
      return;
    onCancel(event);
  };
  return host.mode === 'inline'
    ? html`<section
    part="window"
    class="window inline"
    aria-labelledby=${HEADING_ID}
    dir=${dir}
    lang=${language}
    @click=${onClick}
    @keypress=${onTyping}
    @keyup=${onTyping}
    >${renderHeader(host, view)}${view.content}</section
  >`
    : html`<dialog
    part="window"
    class="window ${size.chosen.expanded ? 'expanded' : ''} ${full ? 'full' : ''}"
    popover="manual"
    tabindex="-1"
    aria-labelledby=${HEADING_ID}
    aria-modal=${full}
    dir=${dir}
    lang=${language}
    data-place=${host.resolvedPlacement}
    @keydown=${onKeyDown}
    @keypress=${onTyping}
    @keyup=${onTyping}
    @cancel=${onCancel}
    @click=${onClick}
    >${renderHeader(host, view)}${view.content}${
      full
        ? nothing
        : html`<button
    part="resize-handle"
    class="corner"
    aria-label=${view.strings.resize}
    @pointerenter=${size.onEvent}
    @focus=${size.onEvent}
    @pointerdown=${size.onEvent}
    @keydown=${size.onEvent}
  ></button>`
    }</dialog
  >`;
}

/** A `div`, because a `<header>` in a dialog is a banner, and the page has its own. */
function renderHeader(host: WidgetHost, view: FrameView): TemplateResult {
  const { strings, title, subtitle, offline, size } = view;
  const inline = host.mode === 'inline';
  const { expanded } = size.chosen;
  return html`<div part="header" class="header" @pointerenter=${size.onEvent} @pointerdown=${size.onEvent}
    ><span part="avatar" class="avatar" aria-hidden="true"
      ><slot name="avatar">${initialOf(title, host.language.language)}</slot></span
    ><div class="titles"
      ><h2 part="heading" class="heading" id=${HEADING_ID} tabindex="-1" dir="auto">${title}</h2
      ><p part="subtitle" class="subtitle ${offline ? 'offline' : ''}" dir="auto">${offline ? strings.offline : subtitle}</p
    ></div
    >${view.onMore ? button('more', strings.moreOptions, moreIcon, view.onMore, 'menu') : nothing}${
      view.onNew ? button('new', strings.newConversation, newIcon, view.onNew) : nothing
    }${
      inline || view.full
        ? nothing
        : button(
            'expand',
            expanded ? strings.shrink : strings.expand,
            expanded ? shrinkIcon : expandIcon,
            size.onEvent,
          )
    }${
      inline
        ? nothing
        : button('close', strings.closeChat, closeIcon, event => {
            // A screen reader that browses the page presses without moving the focus.
            (event.currentTarget as HTMLElement).focus();
            host.hide();
          })
    }</div
  >`;
}

/**
 * The first grapheme: a letter with its marks, a whole Devanagari conjunct or joined emoji, both halves of a flag.
 * `Intl.Segmenter` is more exact, but loading its data takes longer than rendering the window.
 */
const INITIAL = /^(?:\p{RI}{2}|\P{M}(?:[\u094d\u200d]\S|[\p{M}\p{Cf}\p{EMod}])*)/u;

function initialOf(title: string, language: string): string {
  return (INITIAL.exec(`${title}`.trim())?.[0] ?? '').toLocaleUpperCase(language);
}

function button(
  name: string,
  label: string,
  icon: TemplateResult,
  onClick: (event: Event) => void,
  popup: 'menu' | typeof nothing = nothing,
): TemplateResult {
  return html`<button
    part="header-button ${name}-button"
    class="header-button ${name}"
    aria-label=${label}
    title=${label}
    aria-haspopup=${popup}
    @click=${onClick}
    >${icon}</button
  >`;
}

/**
 * Handles a press of a link in the window: the page may cancel it, for example to use its router; otherwise it opens as
 * the `links` attribute says.
 */
function followLink(host: WidgetHost, event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  // The browser itself opens a link in a new tab or window.
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const sameOrigin = link.origin === location.origin;
  if (!dispatch(host, 'agent-chat-link', { url: link.href, sameOrigin })) {
    event.preventDefault();
    return;
  }
  // A `mailto:` or `tel:` link has no host; in a new tab it would leave an empty page.
  const opensNew = link.host && (host.links === 'new' || (host.links !== 'same' && !sameOrigin));
  link.target = opensNew ? '_blank' : '';
  if (opensNew) link.relList.add('noopener', 'noreferrer');
}
