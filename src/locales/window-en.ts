import { launcherEn } from './launcher-en.ts';
import type { ErrorStrings, Strings } from './strings.ts';

const interrupted = 'The connection was lost before the answer was complete.';

/** English for the window until an answer is there, and for where no file can be fetched. The rest is in `en.ts`. */
export const windowEn = {
  ...launcherEn,
  newConversation: 'New conversation',
  expand: 'Make the window larger',
  shrink: 'Make the window smaller',
  resize: 'Resize the window with the arrow keys, move it with Shift',

  conversation: 'Conversation',
  you: 'You',
  messageFrom: name => `Message from ${name}`,
  working: name => `${name} is answering`,
  answerReady: 'The answer is ready',

  message: 'Message',
  messagePlaceholder: 'Ask a question',
  sendMessage: 'Send message',
  stop: 'Stop',
  moreOptions: 'More options',

  tryAgain: 'Try again',
  stopped: 'You stopped this answer.',
  interrupted,
  failed: 'This answer is not complete.',
  resuming: 'Connection lost. Picking up the answer again.',
  takeBack: 'Take back',
  waitingForNetwork: 'You are offline. Your message is sent when the connection is back.',
  /** Of a line that is not there. Why something was refused comes with the rest: then there is a line. */
  errors: {
    offline: 'No connection. Check your network, then try again.',
    timeout: 'The answer took too long.',
    stream_interrupted: interrupted,
  },
  errorElse: 'Something went wrong. Your message is kept.',
} satisfies Partial<Omit<Strings, 'errors'>> & { errors: Partial<ErrorStrings> };
