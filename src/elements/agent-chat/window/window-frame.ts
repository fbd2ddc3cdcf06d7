import { html, nothing, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { closeIcon, expandIcon, newIcon, shrinkIcon } from './window-icons.ts';

export const HEADING_ID = 'agent-chat-heading';
export const WINDOW_ID = 'agent-chat-window';

export interface FrameView {
  strings: Strings;
  inline: boolean;
  language: string;
  dir: 'ltr' | 'rtl';
  placement: string;
  title: string;
  /** The window fills the screen of a small device: nothing to enlarge or drag. */
  fullScreen: boolean;
  expanded: boolean;
  /** Whether there is a conversation to leave. */
  started: boolean;
  content: unknown;
  onNew: () => void;
  onExpand: () => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onCancel: (event: Event) => void;
  onClick: (event: MouseEvent) => void;
  onResizeStart: (event: PointerEvent) => void;
  onResizeKey: (event: KeyboardEvent) => void;
}

/**
 * The floating window: a dialog that leaves the page usable, modal only where it fills the screen. It says which of
 * the two it is, because Chromium takes every dialog in the top layer for a modal one.
 */
export function renderDialog(view: FrameView): TemplateResult {
  return html`<dialog
    id=${WINDOW_ID}
    part="window"
    class="window ${view.expanded ? 'expanded' : ''} ${view.fullScreen ? 'full' : ''}"
    popover="manual"
    aria-labelledby=${HEADING_ID}
    aria-modal=${view.fullScreen ? 'true' : 'false'}
    dir=${view.dir}
    lang=${view.language}
    data-place=${view.placement}
    @keydown=${view.onKeyDown}
    @cancel=${view.onCancel}
    @click=${view.onClick}
    >${renderHeader(view)}${view.content}${view.fullScreen ? nothing : renderCorner(view)}</dialog
  >`;
}

/** The conversation as a part of the page. */
export function renderInline(view: FrameView): TemplateResult {
  return html`<section
    id=${WINDOW_ID}
    part="window"
    class="window inline"
    aria-labelledby=${HEADING_ID}
    dir=${view.dir}
    lang=${view.language}
    @click=${view.onClick}
    >${renderHeader(view)}${view.content}</section
  >`;
}

function renderHeader(view: FrameView): TemplateResult {
  const { strings, inline, fullScreen, expanded } = view;
  return html`<header part="header" class="header"
    ><span part="avatar" class="avatar" aria-hidden="true"
      ><slot name="avatar">${initialOf(view.title, view.language)}</slot></span
    ><h2 part="heading" class="heading" id=${HEADING_ID} tabindex="-1" dir="auto">${view.title}</h2
    >${view.started ? button('new', strings.newConversation, newIcon, view.onNew) : nothing}${
      inline || fullScreen
        ? nothing
        : button(
            'expand',
            expanded ? strings.shrink : strings.expand,
            expanded ? shrinkIcon : expandIcon,
            view.onExpand,
          )
    }${inline ? nothing : button('close', strings.closeChat, closeIcon, view.onClose)}</header
  >`;
}

/**
 * The first letter as its readers count letters, which may be several code points. A segmenter is made only where it
 * may be: loading what it knows of languages takes longer than drawing the window.
 */
function initialOf(title: string, language: string): string {
  const name = title.trim();
  const [first = '', next = ''] = name;
  const isWhole = /\p{L}|\p{N}/u.test(first) && !/[\p{M}\p{Cf}]/u.test(next);
  return (isWhole ? first : segmented(name, language)).toLocaleUpperCase(language);
}

function segmented(name: string, language: string): string {
  const [first] = new Intl.Segmenter(language).segment(name);
  return first?.segment ?? '';
}

function button(name: string, label: string, icon: TemplateResult, onClick: () => void): TemplateResult {
  return html`<button
    part="header-button ${name}-button"
    class="header-button"
    type="button"
    aria-label=${label}
    title=${label}
    @click=${onClick}
    >${icon}</button
  >`;
}

function renderCorner(view: FrameView): TemplateResult {
  return html`<button
    part="resize-handle"
    class="corner"
    type="button"
    aria-label=${view.strings.resize}
    @pointerdown=${view.onResizeStart}
    @keydown=${view.onResizeKey}
  ></button>`;
}
