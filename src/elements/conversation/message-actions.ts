import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { copyIcon, doneIcon, editIcon, markdownIcon, thumbDownIcon, thumbUpIcon } from './action-icons.ts';
import { retryIcon } from './icons.ts';
import { exactTime, relativeTime } from './message-time.ts';

export type MessageAction = 'copy-text' | 'copy-markdown' | 'answer-again' | 'edit' | 'rate-up' | 'rate-down';

export interface ActionsView {
  message: ChatMessage;
  strings: Strings;
  locale: string;
  /** The last reply: it can be asked for again. */
  last: boolean;
  /** The visitor's last message: it can be edited. */
  editable: boolean;
  /** Whether the buttons are in the order of Tab; those of older messages are once the message has focus. */
  reachable: boolean;
  /** The copy action that has just been done. */
  copied: MessageAction | undefined;
}

/** When a message was written and what can be done with it. Quiet until the message is hovered or focused. */
export function messageActions(view: ActionsView): TemplateResult {
  const { message, strings, locale } = view;
  const reply = message.role === 'assistant';
  const rated = message.feedback;
  return html`
    <div class="actions" role="group" aria-label=${strings.messageActions}>
      <time datetime=${new Date(message.createdAt).toISOString()}>
        <span class="relative">${relativeTime(message.createdAt, locale)}</span>
        <span class="exact">${exactTime(message.createdAt, locale)}</span>
      </time>
      ${button(view, 'copy-text', strings.copyText, copyIcon)}
      ${reply ? button(view, 'copy-markdown', strings.copyMarkdown, markdownIcon) : nothing}
      ${reply && !message.incomplete ? button(view, 'rate-up', strings.goodAnswer, thumbUpIcon, rated === 'up') : nothing}
      ${reply && !message.incomplete ? button(view, 'rate-down', strings.badAnswer, thumbDownIcon, rated === 'down') : nothing}
      ${reply && view.last && !message.incomplete ? button(view, 'answer-again', strings.answerAgain, retryIcon) : nothing}
      ${view.editable ? button(view, 'edit', strings.edit, editIcon) : nothing}
    </div>
  `;
}

function button(
  view: ActionsView,
  action: MessageAction,
  label: string,
  icon: TemplateResult,
  pressed?: boolean,
): TemplateResult {
  const done = view.copied === action;
  return html`<button
    type="button"
    class="action"
    data-action=${action}
    aria-label=${done ? view.strings.copied : label}
    title=${done ? view.strings.copied : label}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    tabindex=${view.reachable ? nothing : '-1'}
  >${done ? doneIcon : icon}</button>`;
}
