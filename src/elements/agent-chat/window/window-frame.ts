import { html, nothing, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import type { WindowOwner } from '../window-contract.ts';
import { followLink } from './links.ts';
import { closeIcon, expandIcon, newIcon, shrinkIcon } from './window-icons.ts';
import type { WindowSize } from './window-size.ts';

const HEADING_ID = 'agent-chat-heading';

export interface FrameView {
  strings: Strings;
  title: string;
  /** The window fills the screen of a small device: nothing to enlarge or drag. */
  full: boolean;
  size: WindowSize;
  /** Leaves the conversation for a new one; where there is none yet, nothing. */
  onNew: (() => void) | undefined;
  content: unknown;
}

/**
 * What is around the conversation. It is a part of the page, or a floating window: a dialog that leaves the page
 * usable, modal only where it fills the screen. It says which of the two it is, because Chromium takes every dialog in
 * the top layer for a modal one.
 */
export function renderFrame(owner: WindowOwner, view: FrameView): TemplateResult {
  const { language, dir } = owner.language;
  const { full, size } = view;
  const onClick = (event: MouseEvent): void => followLink(owner, event);
  const onCancel = (event: Event): void => {
    event.preventDefault();
    owner.hide();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Whatever is open inside (a menu, an input method) has the first Escape.
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229)
      return;
    onCancel(event);
  };
  return owner.mode === 'inline'
    ? html`<section
    part="window"
    class="window inline"
    aria-labelledby=${HEADING_ID}
    dir=${dir}
    lang=${language}
    @click=${onClick}
    >${renderHeader(owner, view)}${view.content}</section
  >`
    : html`<dialog
    part="window"
    class="window ${size.own.expanded ? 'expanded' : ''} ${full ? 'full' : ''}"
    popover="manual"
    aria-labelledby=${HEADING_ID}
    aria-modal=${full}
    dir=${dir}
    lang=${language}
    data-place=${owner.corner}
    @keydown=${onKeyDown}
    @cancel=${onCancel}
    @click=${onClick}
    >${renderHeader(owner, view)}${view.content}${
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

/** No `<header>`: in a dialog that is a banner, and the page has one of its own. */
function renderHeader(owner: WindowOwner, view: FrameView): TemplateResult {
  const { strings, title, size } = view;
  const inline = owner.mode === 'inline';
  const { expanded } = size.own;
  return html`<div part="header" class="header" @pointerenter=${size.onEvent} @pointerdown=${size.onEvent}
    ><span part="avatar" class="avatar" aria-hidden="true"
      ><slot name="avatar">${initialOf(title, owner.language.language)}</slot></span
    ><h2 part="heading" class="heading" id=${HEADING_ID} tabindex="-1" dir="auto">${title}</h2
    >${view.onNew ? button('new', strings.newConversation, newIcon, view.onNew) : nothing}${
      inline || view.full
        ? nothing
        : button(
            'expand',
            expanded ? strings.shrink : strings.expand,
            expanded ? shrinkIcon : expandIcon,
            size.onEvent,
          )
    }${inline ? nothing : button('close', strings.closeChat, closeIcon, () => owner.hide())}</div
  >`;
}

/**
 * The first letter or sign as its readers count them: with its marks, a conjunct of Devanagari or a joined emoji whole,
 * and the two halves of a flag. `Intl.Segmenter` knows more, but loading that takes longer than drawing the window.
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
): TemplateResult {
  return html`<button
    part="header-button ${name}-button"
    class="header-button"
    aria-label=${label}
    title=${label}
    @click=${onClick}
    >${icon}</button
  >`;
}
