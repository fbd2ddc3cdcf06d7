/** What the closed launcher says. These few are bundled in English; all else waits for the first intent. */
export interface LauncherStrings {
  openChat: string;
  closeChat: string;
  /** Said where the conversation's code could not be fetched. */
  loadFailed: string;
}

/**
 * Every word the widget shows or speaks, one typed file a language. Texts with a number or a name in them are
 * functions, so a language can use its own plural rules and word order.
 */
export interface Strings extends LauncherStrings {
  /** Part of the launcher's name, once an answer has arrived. */
  unread: (count: number) => string;
  // The window
  newConversation: string;
  expand: string;
  shrink: string;
  /** Names the corner that resizes the window, and says which keys do, and which move it. */
  resize: string;
  /** Names the first messages that float beside the closed launcher, and what closes them. */
  greetings: string;
  dismiss: string;
  /** Before anything is stored or sent, where the site asks for consent. */
  consentTitle: string;
  consentText: string;
  consentAccept: string;
  /** What of the page goes along with a question, and the way to leave it out. */
  pageShared: (title: string) => string;
  pageLeaveOut: string;
  /** The same of a passage that is selected in the page. */
  passageShared: (passage: string) => string;
  passageLeaveOut: string;

  // The conversation
  /** The line below the heading, unless the settings have one. */
  subtitle: string;
  /** The same line while the visitor's browser is offline. */
  offline: string;
  /** Names the log to a screen reader. */
  conversation: string;
  you: string;
  /** Names an article of the log: who speaks. */
  messageFrom: (name: string) => string;
  /** Spoken once when the agent begins, then not again until the answer is there. */
  working: (name: string) => string;
  answerReady: string;
  /** Beside the dots of an answer of which no word has come for a while. */
  longWait: string;
  newAnswerBelow: string;
  suggestedQuestions: string;

  // The composer
  message: string;
  messagePlaceholder: string;
  sendMessage: string;
  stop: string;
  charactersLeft: (count: number) => string;
  charactersOver: (count: number) => string;
  /** Where Enter is pressed with a next question while an answer is still coming. */
  waitForAnswer: string;

  // Parts
  sources: (count: number) => string;
  /** Names a reference in an answer to its source. */
  source: (number: number, title: string) => string;
  toolRunning: (name: string) => string;
  toolDone: (name: string) => string;
  toolFailed: (name: string) => string;
  toolInput: string;
  toolOutput: string;

  // Formatted answers
  /** Names the button of a code block, whose visible text is `copy`. */
  copyCode: string;
  copy: string;
  /** Shown and spoken for a moment after a copy succeeded. */
  copied: string;
  /** Names a code block; `language` is empty when the answer names none. */
  codeBlock: (language: string) => string;
  table: string;
  image: string;
  taskDone: string;
  taskOpen: string;

  // What can be done with a message
  /** The time of a message that is less than a minute old. */
  justNow: string;
  messageActions: string;
  copyText: string;
  copyMarkdown: string;
  answerAgain: string;
  /** Where a question has several answers: the ways from one to another, and which one is shown. */
  previousAnswer: string;
  nextAnswer: string;
  answerOf: (place: number, count: number) => string;
  edit: string;
  editing: string;
  cancel: string;
  goodAnswer: string;
  badAnswer: string;
  feedbackThanks: string;
  feedbackFailed: string;
  /** Asked after a thumb down; the reasons are what a visitor picks from. */
  feedbackQuestion: string;
  feedbackReasons: readonly string[];
  feedbackMore: string;
  feedbackSend: string;
  /** Names the button that has an answer read aloud; what a press does while it is read; where it could not be. */
  readAloud: string;
  stopReading: string;
  readAloudFailed: string;

  copyFailed: string;

  // The menu beside the composer
  moreOptions: string;
  earlierConversations: string;
  noEarlierConversations: string;
  backToConversation: string;
  deleteConversation: (title: string) => string;
  untitledConversation: string;
  copyConversation: string;
  downloadMarkdown: string;
  downloadJson: string;
  print: string;
  leaveContact: string;

  // Dictation
  /** Names the entry of the menu, and what it leads to. */
  dictate: string;
  /** While the browser asks for the microphone. */
  dictationStarting: string;
  listening: string;
  /** Where the browser may not do it on the device alone. */
  dictationNote: string;
  /** Puts what was heard into the field. */
  dictationDone: string;
  dictationNotAllowed: string;
  dictationNoMicrophone: string;
  dictationNothingHeard: string;
  dictationNoNetwork: string;
  dictationNoLanguage: string;
  dictationFailed: string;

  // The form that asks for a contact
  leadTitle: string;
  leadName: string;
  leadEmail: string;
  leadPhone: string;
  optional: string;
  leadSubmit: string;
  leadSkip: string;
  leadThanks: string;
  leadFailed: string;
  leadEmpty: string;
  /** What is wrong with one field, beside it. */
  leadMissing: string;
  leadEmailWrong: string;
  leadNumberWrong: string;
  leadDateWrong: string;
  leadConsentMissing: string;

  // Tools of the page
  /** Asked before the page does something for the agent; `what` is the tool's own description. */
  toolConfirm: (what: string) => string;
  allow: string;
  deny: string;
  toolDenied: string;

  // Turns
  tryAgain: string;
  continue: string;
  /** What the "Continue" button says in the visitor's name. */
  continueMessage: string;
  stopped: string;
  interrupted: string;
  failed: string;
  resuming: string;
  cutForLength: string;
  contentFiltered: string;
  /** From when on another try is worth it; `time` is a time of day. */
  retryFrom: (time: string) => string;
  /** `seconds` is 0 when nobody knows how long. */
  waitingForLimit: (seconds: number) => string;
  waitingForService: (seconds: number) => string;
  waitingForNetwork: string;
  /** Beside each of these: the message is not sent but stands in the field again. */
  takeBack: string;
  /** While the page has a bot check done, and may ask something of the visitor for it. */
  waitingForCheck: string;
  errors: ErrorStrings;
  errorElse: string;
}

/** Texts of a page's own, any subset. One that is undefined is not said. */
export type GivenStrings = { [Name in keyof Strings]?: Strings[Name] | undefined };

/** What a visitor reads for an error's code: what happened and what to do, never a server's text. */
export interface ErrorStrings {
  offline: string;
  timeout: string;
  rate_limited: string;
  credits_exhausted: string;
  upstream_unavailable: string;
  stream_interrupted: string;
  invalid_message: string;
  payload_too_large: string;
  unauthorized: string;
  forbidden: string;
  bot_check: string;
  origin_not_allowed: string;
  not_found: string;
}
