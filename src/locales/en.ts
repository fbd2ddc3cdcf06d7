import type { Strings } from './strings.ts';
import { plural, windowEn } from './window-en.ts';

const rest: Omit<Strings, Exclude<keyof typeof windowEn, 'errors'>> = {
  greetings: 'Messages from the chat',
  dismiss: 'Dismiss',
  consentTitle: 'Before you start',
  consentText:
    'Your messages are sent to the provider of this chat to answer them. Nothing is stored or sent before you agree.',
  consentAccept: 'Agree and start',
  pageShared: title => `Sent along: this page, “${title}”`,
  pageLeaveOut: 'Leave the page out',

  newAnswerBelow: 'New answer below',
  continueMessage: 'Continue',

  sources: count => plural(count, 'source', 'sources'),
  toolRunning: name => `Using ${name}`,
  toolDone: name => `Used ${name}`,
  toolFailed: name => `${name} did not work`,
  toolInput: 'Input',
  toolOutput: 'Result',

  copyCode: 'Copy code',
  copied: 'Copied',
  codeBlock: language => (language === '' ? 'Code' : `Code, ${language}`),
  table: 'Table',
  image: 'Image',
  taskDone: 'Done',
  taskOpen: 'To do',

  messageActions: 'Message actions',
  copyText: 'Copy text',
  copyMarkdown: 'Copy as Markdown',
  answerAgain: 'Answer again',
  editing: 'Editing your last message',
  cancel: 'Cancel',
  goodAnswer: 'Good answer',
  badAnswer: 'Bad answer',
  feedbackThanks: 'Thank you for the feedback',
  feedbackFailed: 'Your feedback could not be sent. Please try again.',
  feedbackQuestion: 'What was wrong?',
  feedbackReasons: ['Not correct', 'Not what I asked', 'Not complete', 'Hard to understand'],
  feedbackMore: 'Anything else? (optional)',
  feedbackSend: 'Send feedback',

  copyFailed: 'This could not be copied. Select the text and copy it yourself.',

  earlierConversations: 'Earlier conversations',
  noEarlierConversations: 'There are no earlier conversations.',
  backToConversation: 'Back to the conversation',
  deleteConversation: title => `Delete “${title}”`,
  untitledConversation: 'Conversation',
  copyConversation: 'Copy conversation',
  downloadMarkdown: 'Download as Markdown',
  downloadJson: 'Download as JSON',
  print: 'Print',

  leadTitle: 'How can we reach you?',
  leadName: 'Name',
  leadEmail: 'Email',
  leadPhone: 'Phone',
  optional: 'optional',
  leadSubmit: 'Send',
  leadSkip: 'Skip',
  leadThanks: 'Thank you. Your details have been sent.',
  leadFailed: 'Your details could not be sent. They are still here: please try again.',
  leadEmpty: 'Fill in at least one field.',

  toolConfirm: what => `May this page do the following? ${what}`,
  allow: 'Allow',
  deny: 'Don’t allow',
  toolDenied: 'You did not allow this.',

  errors: {
    ...windowEn.errors,
    rate_limited: 'Too many messages in a short time.',
    credits_exhausted: 'This chat has used up its answers for now. Please come back later.',
    upstream_unavailable: 'The service is not reachable right now.',
    invalid_message: 'This message can’t be sent. It needs 1 to 2,000 characters.',
    payload_too_large: 'This message is too long.',
    unauthorized: 'This chat could not confirm who you are. Reload the page and try again.',
    forbidden: 'This chat is not open to you.',
    origin_not_allowed: 'This chat is not allowed on this site.',
    not_found: 'This conversation is no longer there. Start a new one.',
  },
};

/** English, the language that is always there. It completes the words at hand, which whoever uses them then sees. */
export const en: Strings = Object.assign(windowEn, rest);
