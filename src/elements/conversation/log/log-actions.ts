import type { ChatMessage } from '../../../client/index.ts';
import { isQuestion } from '../../../client/index.ts';
import { textOf } from '../../../protocol/message.ts';
import type { EditController } from '../composer/edit-controller.ts';
import type { ConversationHost } from '../hosts.ts';

/** A suggestion that ends like this is put into the composer to be completed; others are sent. */
const OPEN_END = /(?:…|\.\.\.)$/u;

/** Actions that ask the agent, which a blocking lead form prevents. */
const ASKS: ReadonlySet<string> = new Set(['retry', 'answer-again', 'continue', 'suggestion', 'edit']);

/** Performs the action of a button in the log. */
export function performAction(
  button: HTMLElement,
  byKeyboard: boolean,
  host: ConversationHost,
  editing: EditController,
): void {
  const { action, text = '' } = button.dataset;
  if (host.blocksComposer && ASKS.has(action!)) {
    host.querySelector<HTMLElement>('[part~=lead-form] input')?.focus();
    return;
  }
  switch (action) {
    case 'retry':
    case 'answer-again':
      void host.conversation?.retry();
      break;
    case 'previous-answer':
    case 'next-answer':
      showVersion(button, action === 'next-answer' ? 1 : -1, host);
      return;
    case 'continue':
      submit(host, host.strings.continueMessage);
      break;
    case 'suggestion':
      if (OPEN_END.test(text)) startWith(host, `${text.replace(OPEN_END, '').trimEnd()} `);
      else submit(host, text);
      break;
    case 'edit': {
      const last = host.conversation?.state.messages.findLast(isQuestion);
      if (last) editing.begin(last.key, textOf(last.parts));
      return;
    }
    case 'contact':
      host.requestLead();
      return;
    default:
      return;
  }
  // The pressed button disappears, so the focus moves; on touch devices not into the field, which would open the keyboard.
  if (byKeyboard || !matchMedia('(pointer: coarse)').matches) host.focusComposer();
  else host.log.focus({ preventScroll: true });
}

/** Shows another answer to the same question and announces which one. */
function showVersion(button: HTMLElement, by: -1 | 1, host: ConversationHost): void {
  const { conversation, strings } = host;
  const { key } = button.closest<HTMLElement & { message: ChatMessage }>('agent-chat-message')!.message;
  conversation?.showVersion(key, by);
  const shown = conversation?.state.messages.find(message => message.key === key)?.versions;
  if (shown)
    host.say(strings.answerOf(shown.earlier.length + 1, shown.earlier.length + 1 + shown.later.length));
}

/** Puts the start of a message in front of what is typed. */
function startWith({ composer }: ConversationHost, start: string): void {
  if (!composer.text.startsWith(start)) composer.text = start + composer.text;
}

/** Sends a message for the visitor. */
function submit(host: ConversationHost, text: string): void {
  const detail = { text };
  const { composer, conversation } = host;
  // Typed text stays in the field, also if this message starts a new conversation.
  const off = conversation?.subscribe(({ type }) => {
    if (type !== 'send') return;
    off?.();
    conversation.draft = composer.text;
  });
  const event = new CustomEvent('message-submit', { bubbles: true, cancelable: true, detail });
  if (!host.dispatchEvent(event)) off?.();
}
