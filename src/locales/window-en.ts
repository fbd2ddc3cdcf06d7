import { launcherEn } from './launcher-en.ts';
import type { Strings } from './strings.ts';

export const plural = (count: number, one: string, other: string): string =>
  `${count} ${count === 1 ? one : other}`;
const inSeconds = (seconds: number): string =>
  seconds > 0 ? ` in ${plural(seconds, 'second', 'seconds')}` : ' soon';

/** English for the window until an answer is there, and for where no file can be fetched. The rest is in `en.ts`. */
export const windowEn = {
  ...launcherEn,
  newConversation: 'New conversation',
  expand: 'Make the window larger',
  shrink: 'Make the window smaller',
  resize: 'Resize the window with the arrow keys',

  conversation: 'Conversation',
  you: 'You',
  messageFrom: name => `Message from ${name}`,
  working: name => `${name} is answering`,
  answerReady: 'The answer is ready',
  newAnswerBelow: 'New answer below',
  suggestedQuestions: 'Suggested questions',

  message: 'Message',
  messagePlaceholder: 'Ask a question',
  sendMessage: 'Send message',
  stop: 'Stop',
  charactersLeft: count => `${plural(count, 'character', 'characters')} left`,
  charactersOver: count => `${plural(count, 'character', 'characters')} too many`,
  waitForAnswer: 'Wait for the answer, or stop it',
  edit: 'Edit',
  leaveContact: 'Leave your contact',
  moreOptions: 'More options',

  tryAgain: 'Try again',
  continue: 'Continue',
  continueMessage: 'Continue',
  stopped: 'You stopped this answer.',
  interrupted: 'The connection was lost before the answer was complete.',
  failed: 'This answer is not complete.',
  resuming: 'Connection lost. Picking up the answer again.',
  cutForLength: 'This answer reached its length limit.',
  contentFiltered: 'A content filter ended this answer. Asking in other words may help.',
  waitingForLimit: seconds => `Many questions at once. Sending yours${inSeconds(seconds)}.`,
  waitingForService: seconds => `The service is busy. Trying again${inSeconds(seconds)}.`,
  waitingForNetwork: 'You are offline. Your message is sent when the connection is back.',
  errors: {
    offline: 'No connection. Check your network, then try again.',
    timeout: 'The answer took too long.',
    rate_limited: 'Too many messages in a short time.',
    credits_exhausted: 'This chat has used up its answers for now. Please come back later.',
    upstream_unavailable: 'The service is not reachable right now.',
    stream_interrupted: 'The connection was lost before the answer was complete.',
    invalid_message: 'This message can’t be sent. It needs 1 to 2,000 characters.',
    payload_too_large: 'This message is too long.',
    unauthorized: 'This chat could not confirm who you are. Reload the page and try again.',
    forbidden: 'This chat is not open to you.',
    origin_not_allowed: 'This chat is not allowed on this site.',
    not_found: 'This conversation is no longer there. Start a new one.',
  },
  errorElse: 'Something went wrong. Your message is kept.',
} satisfies Partial<Strings>;
