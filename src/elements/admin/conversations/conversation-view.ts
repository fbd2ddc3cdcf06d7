import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  type ConversationDetail,
  type ConversationMessage,
  citationsOf,
  isFailedReply,
  type PassageUse,
} from '../../../protocol/conversations.ts';
import { isToolCallPart, textOf } from '../../../protocol/message.ts';
import { icon } from '../icons.ts';

/** What the owner can do about a reply, if the service has taught answers. */
export interface ReplyActions {
  answer(question: string): void;
  /** @param id of the taught answer that was given */
  edit(id: string): void;
}

/** The messages of a conversation. All of it is text: what visitors and models wrote is never markup here. */
export function renderConversation(
  { messages, userId }: ConversationDetail,
  strings: AdminStrings,
  locale: string,
  actions: ReplyActions | undefined,
): TemplateResult {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });
  return html`<ol class="messages">
    ${messages.map((message, i) => {
      const question = messages[i - 1]?.role === 'user' ? textOf(messages[i - 1]!.parts).trim() : '';
      const action =
        actions && message.role === 'assistant' && question !== ''
          ? renderAction(message, question, strings, actions)
          : nothing;
      return renderMessage(message, message.userId ?? userId, strings, time, action);
    })}
  </ol>`;
}

function renderMessage(
  message: ConversationMessage,
  userId: string | null,
  strings: AdminStrings,
  time: Intl.DateTimeFormat,
  action: unknown,
): TemplateResult {
  const { conversations: words, tabs, usage } = strings;
  const { role, createdAt, parts, finishReason, outcome, credits, verdicts = [] } = message;
  const isReply = role === 'assistant';
  const text = textOf(parts).trim();
  const state = stateOf(message);
  return html`<li class="message ${role}">
    <p class="who">
      <strong>${isReply ? tabs.agent : html`<bdi>${userId ?? words.visitor}</bdi>`}</strong>
      <span>${time.format(new Date(createdAt * 1000))}</span>
      ${state ? html`<span class="badge" title=${outcome === null ? finishReason : nothing}>${words.states[state]}</span>` : nothing}
    </p>
    ${text === '' ? nothing : html`<p class="words" dir="auto">${text}</p>`}
    ${verdicts.map(
      ({ value, reason }) => html`<p class="verdict">
        <span class="badge ${value}">${value === 'up' ? usage.helpful : usage.unhelpful}</span>
        ${reason ? html`<span dir="auto">${reason}</span>` : nothing}
      </p>`,
    )}
    ${isReply ? renderOrigin(message, strings) : nothing}
    ${credits === null ? nothing : html`<p class="hint">${usage.credits}${strings.form.colon}${credits}</p>`}
    ${action}
  </li>`;
}

/** A button that opens the taught answer that was given, or a new one. */
function renderAction(
  { passages }: ConversationMessage,
  question: string,
  { answers }: AdminStrings,
  actions: ReplyActions,
): TemplateResult {
  const id = passages.find(({ answerId }) => answerId !== undefined)?.answerId;
  const label = id === undefined ? answers.answerThis : answers.edit;
  return html`<div>
    <button
      type="button"
      class="small"
      aria-label="${label}: ${question}"
      @click=${() => (id === undefined ? actions.answer(question) : actions.edit(id))}
    >${icon('answers')} ${label}</button>
  </div>`;
}

/** What a reply was made from, by rank, and the tools that it called. */
function renderOrigin({ passages, parts }: ConversationMessage, strings: AdminStrings): TemplateResult {
  const { conversations: words } = strings;
  const cited = citationsOf(parts);
  const sources: readonly PassageUse[] = passages.length > 0 ? passages : cited;
  const tools = parts.filter(isToolCallPart);
  return html`${
    sources.length > 0
      ? html`<details>
          <summary>${words.madeFrom} (${sources.length})</summary>
          <ol class="passages">
            ${sources.map(({ title, url }) => {
              const quote = cited.find(citation => citation.title === title)?.quote;
              const address = url && webAddress(url);
              return html`<li>
                <span dir="auto">${address ? html`<a href=${address} target="_blank" rel="noopener noreferrer">${title}</a>` : title}</span>
                ${quote ? html`<span class="quote" dir="auto">${quote}</span>` : nothing}
              </li>`;
            })}
          </ol>
        </details>`
      : nothing
  }
  ${
    tools.length > 0
      ? html`<p class="hint">${icon('test')} ${words.tools}${strings.form.colon}${tools.map(({ name }, i) => html`${i > 0 ? ', ' : ''}<code>${name}</code>`)}</p>`
      : nothing
  }`;
}

function stateOf({
  finishReason,
  outcome,
}: ConversationMessage): keyof AdminStrings['conversations']['states'] | undefined {
  if (outcome === 'near-miss') return 'near-miss';
  if (outcome === 'nothing-found') return 'unanswered';
  if (finishReason === 'cancelled') return 'stopped';
  return finishReason !== null && isFailedReply(finishReason) ? 'failed' : undefined;
}

/** The address of a link, if it leads to a page and runs nothing. */
function webAddress(url: string): string | undefined {
  if (!URL.canParse(url, document.baseURI)) return undefined;
  const { protocol, href } = new URL(url, document.baseURI);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
