import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { AnswerVersions, ChatMessage } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import {
  copyIcon,
  doneIcon,
  editIcon,
  markdownIcon,
  silenceIcon,
  speakerIcon,
  thumbDownIcon,
  thumbUpIcon,
} from '../action-icons.ts';
import { chevronIcon, retryIcon } from '../icons.ts';
import { exactTime, relativeTime } from './message-time.ts';

export type MessageAction =
  | 'copy-text'
  | 'copy-markdown'
  | 'answer-again'
  | 'previous-answer'
  | 'next-answer'
  | 'edit'
  | 'read-aloud'
  | 'rate-up'
  | 'rate-down';

export interface ActionsView {
  message: ChatMessage;
  strings: Strings;
  locale: string;
  /** Whether it is the last reply, which can be regenerated. */
  last: boolean;
  /** Whether it is the visitor's last message, which can be edited. */
  editable: boolean;
  /** The button that Tab reaches. In older messages only while the message contains the focus. */
  stop: string | undefined;
  /** Whether the page wants a button that copies Markdown. */
  copiesMarkdown: boolean;
  /** The copy action that just succeeded. */
  copied: MessageAction | undefined;
  /** Whether it is being read aloud; undefined if that is not possible. */
  reading: boolean | undefined;
}

/** The time of a message and its actions, visible when the message is hovered or focused. */
export function messageActions(view: ActionsView): TemplateResult {
  const { message, strings, locale } = view;
  const reply = message.role === 'assistant';
  const rated = message.feedback;
  return html`
    <div class="actions" role="toolbar" aria-label=${strings.messageActions} @keydown=${moveAlong}>
      <time datetime=${new Date(message.createdAt).toISOString()}>
        <span class="relative">${relativeTime(message.createdAt, locale, strings.justNow)}</span>
        <span class="exact">${exactTime(message.createdAt, locale)}</span>
      </time>
      ${reply && message.versions ? versions(view, message.versions) : nothing}
      ${button(view, 'copy-text', strings.copyText, copyIcon)}
      ${reply && view.copiesMarkdown ? button(view, 'copy-markdown', strings.copyMarkdown, markdownIcon) : nothing}
      ${reply && !message.incomplete ? button(view, 'rate-up', strings.goodAnswer, thumbUpIcon, { pressed: rated === 'up' }) : nothing}
      ${reply && !message.incomplete ? button(view, 'rate-down', strings.badAnswer, thumbDownIcon, { pressed: rated === 'down' }) : nothing}
      ${reply && view.last && !message.incomplete ? button(view, 'answer-again', strings.answerAgain, retryIcon) : nothing}
      ${view.editable ? button(view, 'edit', strings.edit, editIcon) : nothing}
      ${view.reading === undefined ? nothing : readAloud(view, view.reading)}
    </div>
  `;
}

/** The number of this answer to a question, with buttons for the others. */
function versions(view: ActionsView, { earlier, later }: AnswerVersions): TemplateResult {
  const { strings } = view;
  const [place, count] = [earlier.length + 1, earlier.length + 1 + later.length];
  return html`<span class="versions" role="group" aria-label=${strings.answerOf(place, count)}
    >${button(view, 'previous-answer', strings.previousAnswer, chevronIcon, { off: earlier.length === 0 })}<span aria-hidden="true"
      >${place}/${count}</span
    >${button(view, 'next-answer', strings.nextAnswer, chevronIcon, { off: later.length === 0 })}</span
  >`;
}

/** The last button, because its code loads later. Its name stays the same; `aria-pressed` tells the state. */
function readAloud(view: ActionsView, pressed: boolean): TemplateResult {
  const { readAloud, stopReading } = view.strings;
  const title = pressed ? stopReading : readAloud;
  return button(view, 'read-aloud', readAloud, pressed ? silenceIcon : speakerIcon, { pressed, title });
}

/** Moves the focus between the buttons of a toolbar with Left, Right, Home and End. */
function moveAlong(event: KeyboardEvent): void {
  const bar = event.currentTarget as HTMLElement;
  const buttons = [...bar.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const ahead = getComputedStyle(bar).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const to = { Home: 0, End: buttons.length - 1, ArrowLeft: at - 1, ArrowRight: at - 1, [ahead]: at + 1 }[
    event.key
  ];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  buttons.at(to % buttons.length)!.focus();
}

interface ButtonState {
  pressed?: boolean;
  /** A tooltip that differs from the label. */
  title?: string;
  /** Not `disabled`, so that the button keeps the focus at the first or last answer. */
  off?: boolean;
}

function button(
  view: ActionsView,
  action: MessageAction,
  label: string,
  icon: TemplateResult,
  { pressed, off, title = label }: ButtonState = {},
): TemplateResult {
  const done = view.copied === action;
  return html`<button
    type="button"
    class="action"
    data-action=${action}
    aria-label=${done ? view.strings.copied : label}
    title=${done ? view.strings.copied : title}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    aria-disabled=${off ? 'true' : nothing}
    tabindex=${view.stop === action ? '0' : '-1'}
  >${done ? doneIcon : icon}</button>`;
}
