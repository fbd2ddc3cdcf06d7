import { launcherEnglish } from './english-launcher.ts';
import type { ErrorStrings, GivenStrings, Strings } from './strings.ts';

const interrupted = 'The connection was lost before the answer was complete.';

/** English until the first answer, also when no further file can be loaded. The rest is in `en.ts`. */
export const windowEnglish = {
  ...launcherEnglish,
  newConversation: 'New conversation',
  expand: 'Make the window larger',
  shrink: 'Make the window smaller',
  resize: 'Resize: arrow keys. Move: Shift + arrow keys.',

  subtitle: 'AI assistant. May be wrong.',
  offline: 'Offline',
  conversation: 'Conversation',
  suggestedQuestions: 'Suggested questions',
  you: 'You',
  messageFrom: name => (name === 'You' ? 'Your message' : `Message from ${name}`),
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

/** The window's strings: the page's, else those of the loaded language, else English. */
export function windowStrings(loaded: Partial<Strings> | undefined, own: GivenStrings | undefined): Strings {
  const layers = [windowEnglish as GivenStrings, loaded, own];
  return new Proxy({} as Strings, {
    get: (_, name: keyof Strings) => {
      let text: unknown;
      for (const layer of layers) text = withFallback(layer?.[name], text);
      return text;
    },
  });
}

/** The page may replace a text that takes a number or a name with a plain string. */
function withFallback(text: unknown, fallback: unknown): unknown {
  if (text == null) return fallback;
  return typeof fallback === 'function' && typeof text !== 'function' ? () => text : text;
}
