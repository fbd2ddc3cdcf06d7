import { launcherEnglish, withFallback } from './english-launcher.ts';
import type { ErrorStrings, Strings } from './strings.ts';

const interrupted = 'The connection was lost before the answer was complete.';

/** English until the first answer, also when no further file can be loaded. The rest is in `en.ts`. */
export const windowEnglish = {
  ...launcherEnglish,
  newConversation: 'New conversation',
  expand: 'Make the window larger',
  shrink: 'Make the window smaller',
  resize: 'Resize: arrow keys. Move: Shift + arrow keys.',

  subtitle: 'AI assistant. Answers can be wrong.',
  conversation: 'Conversation',
  you: 'You',
  messageFrom: name => (name === 'You' ? 'Your message' : `Message from ${name}`),
  working: name => `${name} is answering`,
  answerReady: 'The answer is ready',
  longWait: 'This is taking longer than usual.',

  message: 'Message',
  messagePlaceholder: 'Ask a question',
  sendMessage: 'Send message',
  stop: 'Stop',
  moreOptions: 'More options',

  tryAgain: 'Try again',
  stopped: 'You stopped this answer.',
  interrupted,
  failed: 'This answer is incomplete.',
  resuming: 'Connection lost. Resuming the answer…',
  takeBack: 'Cancel sending',
  waitingForNetwork: 'You’re offline. Your message will be sent when you’re back online.',
  /** Errors without a connection. The others come with `en.ts`, which needs one. */
  errors: {
    offline: 'No connection. Check your network, then try again.',
    timeout: 'The answer took too long.',
    stream_interrupted: interrupted,
  },
  errorElse: 'Something went wrong. Your message has been kept.',
} satisfies Partial<Omit<Strings, 'errors'>> & { errors: Partial<ErrorStrings> };

/** The window's strings, with English for what `strings` lacks. */
export function withEnglishFallback(strings: Partial<Strings>): Strings {
  return new Proxy(strings, {
    get: (own, name: keyof Strings) =>
      withFallback(own[name], windowEnglish[name as keyof typeof windowEnglish]),
  }) as Strings;
}
