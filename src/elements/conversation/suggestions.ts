import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { ChatMessage } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { isSuggestionsPart } from '../../protocol/message.ts';
import type { ConversationHost } from './hosts.ts';
import { chevronIcon } from './icons.ts';

export { suggestionStyles as styles } from './styles/suggestion-styles.ts';

/** The settings' queries before the first message, then the last reply's own. */
export function renderSuggestions(
  messages: readonly ChatMessage[],
  queries: readonly string[],
  strings: Strings,
): TemplateResult | undefined {
  const last = messages.at(-1);
  const given = last ? last.parts.filter(isSuggestionsPart).flatMap(part => part.queries) : queries;
  // Blank texts would be buttons without a name.
  const texts = given.filter(text => text.trim());
  if (texts.length === 0) return undefined;
  return html`<div part="suggestions" class="suggestions" role="group" aria-label=${strings.suggestedQuestions}>
    ${texts.map(
      text =>
        html`<button type="button" part="suggestion" class="suggestion" data-action="suggestion" data-text=${text}><span dir="auto">${text}</span>${chevronIcon}</button>`,
    )}
  </div>`;
}

/** A greeting that is longer is not a title. */
const TITLE_MAX = 120;

/** How an empty conversation welcomes the visitor, as classes of the log's content. */
export function welcomeClasses([first = '']: readonly string[]): string {
  return first.length > TITLE_MAX ? 'welcome' : 'welcome titled';
}

/** The agent's picture above its greeting: a copy of the one in the header. */
export function renderFace(conversation: Element): TemplateResult | undefined {
  const root = conversation.getRootNode() as ShadowRoot;
  const slot = root.querySelector<HTMLSlotElement>('.avatar slot');
  if (!slot) return undefined;
  const picture = slot.assignedElements()[0]?.cloneNode(true) ?? slot.textContent;
  return html`<div class="avatar face" aria-hidden="true">${picture}</div>`;
}

/** The welcome for screen readers: the greeting, and how many questions are suggested. */
export function welcomeText({ list, settings, strings }: ConversationHost): string {
  const texts = Array.from(list.element.children, message => message.querySelector('.text')?.textContent);
  const count = settings.suggestedQueries.length;
  return [...texts, count && `${strings.suggestedQuestions}: ${count}`].filter(Boolean).join(' ');
}
