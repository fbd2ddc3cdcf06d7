import type { SettingsGroup } from '../../protocol/settings-rows.ts';
import type { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import type { PassageFinding, SkipCode, SourceKind } from '../../protocol/sources.ts';

type Row = (typeof SETTINGS_TABLE)[number];
/** The field of an entry has the key of its row before its own. */
type FieldKey<R> = R extends {
  key: infer K extends string;
  fields: readonly { key: infer F extends string }[];
}
  ? `${K}.${F}`
  : never;
export type SettingKey = Row['key'] | FieldKey<Row>;
export type FeatureKey = (typeof NULLABLE_OBJECTS)[number];
export type TabName =
  | 'agent'
  | 'conversations'
  | 'answers'
  | 'knowledge'
  | 'greeting'
  | 'look'
  | 'opening'
  | 'leads'
  | 'access'
  | 'contacts'
  | 'install'
  | 'usage'
  | 'test'
  | 'history'
  | 'json';

/** Colours that the look tab offers. */
export type SwatchName = 'indigo' | 'blue' | 'teal' | 'green' | 'orange' | 'red' | 'pink' | 'violet';

/** A row of the settings table in a language: its label, and its hint where the table has one. */
export type RowStrings = readonly [label: string, hint?: string];

/**
 * Every word of the admin panel, one typed file a language. Texts with a number or a name in them are functions,
 * so a language can use its own plural rules and word order.
 */
export interface AdminStrings {
  panel: string;
  moreOptions: string;
  tabs: Record<TabName, string>;
  groups: Record<SettingsGroup, string>;
  /** English comes from the table itself. */
  rows: Partial<Record<SettingKey, RowStrings>>;
  /** Values of choices. */
  options: Record<string, string>;
  features: Record<FeatureKey, string>;
  form: FormStrings;
  faults: FaultStrings;
  contrast: ContrastStrings;
  saving: SavingStrings;
  model: ModelStrings;
  access: AccessStrings;
  errors: AdminErrorStrings;
  preview: PreviewStrings;
  history: HistoryStrings;
  json: JsonStrings;
  conversations: ConversationsStrings;
  answers: AnswersStrings;
  knowledge: KnowledgeStrings;
  contacts: ContactStrings;
  importing: ImportStrings;
  install: InstallStrings;
  usage: UsageStrings;
  test: TestStrings;
}

export interface FormStrings {
  /** Between the whole of a number and its parts. */
  decimalSign: '.' | ',';
  /** Between thousands. */
  groupSign: '.' | ',' | ' ';
  /** Between a name and what is said of it. */
  colon: string;
  /** The default of a colour or font that is left empty. */
  fromTheme: string;
  /** Limit of each entry of a list. */
  each: (characters: number) => string;
  on: string;
  off: string;
  empty: string;
  unsaved: string;
  reset: string;
  /** Names the button to a screen reader: which field goes back. */
  resetField: (label: string) => string;
  defaultIs: (value: string) => string;
  /** `used` of `max` characters. */
  characters: (used: number, max: number) => string;
  range: (min: number, max: number) => string;
  entries: (used: number, max: number) => string;
  entry: (label: string, number: number) => string;
  add: string;
  addTo: (label: string) => string;
  moveUp: (number: number) => string;
  moveDown: (number: number) => string;
  remove: (number: number) => string;
  moved: (number: number, total: number) => string;
  pickColour: (label: string) => string;
  swatches: Record<SwatchName, string>;
}

export interface FaultStrings {
  text: (min: number, max: number) => string;
  colour: string;
  font: string;
  number: (min: number, max: number, whole: boolean) => string;
  entries: (max: number) => string;
  entry: (number: number, max: number) => string;
  domain: (number: number) => string;
  /** Of a list that must have one. */
  noEntry: string;
  /** A field of an entry is missing or wrong. */
  incomplete: (number: number) => string;
  /** The name of an entry is that of one before it. */
  repeated: (number: number) => string;
  /** @param number of the group, from 1 */
  words: (number: number, min: number, max: number) => string;
  choice: string;
}

export interface ContrastStrings {
  /** `ratio` as in 4.5; the better of black and white text on the colour. */
  textOn: (ratio: number) => string;
  onLight: (ratio: number) => string;
  onDark: (ratio: number) => string;
  good: string;
  /** At least 3:1 but under 4.5:1: fine for a button's edge, not for text. */
  weak: string;
  poor: string;
}

export interface SavingStrings {
  save: string;
  saving: string;
  undo: string;
  redo: string;
  noChanges: string;
  changes: (count: number) => string;
  accepted: string;
  fixFirst: (count: number) => string;
  revert: (label: string) => string;
  was: string;
  now: string;
  conflictTitle: string;
  conflictText: string;
  theirChange: string;
  yourChange: string;
  keepMine: string;
  takeTheirs: string;
  continue: string;
  tryAgain: string;
}

/** Whether a model answers. OPENAI_BASE_URL and OPENAI_API_KEY are names of variables. */
export interface ModelStrings {
  none: string;
  connected: (name: string) => string;
  /** The endpoint has not named the model yet. */
  unnamed: string;
  /** Why the model does not answer: nothing is at its address; its provider refuses the key; its last reply failed. */
  unreachable: string;
  refused: string;
  failing: string;
  /** The provider does not list the model of this name. */
  unlisted: (name: string) => string;
  /** Above the list of the provider's models. */
  available: (count: number) => string;
  /** The name of a page of the documentation. */
  guide: string;
}

/** What the agent answers from. A source is a folder, a website, or the uploaded files. */
export interface KnowledgeStrings {
  text: string;
  choose: string;
  /** Beside the button that chooses files. */
  drop: string;
  write: string;
  title: string;
  body: string;
  bodyHint: string;
  discard: string;
  /** Names the list of files that were chosen. */
  uploads: string;
  waiting: string;
  reading: string;
  stored: string;
  /** A part of the file could not be read. */
  partly: string;
  /** Takes a file off the list of uploads. */
  hide: string;
  /** Why a file was not read, and what to do. */
  skipped: Record<SkipCode, string>;
  ask: string;
  askText: string;
  find: string;
  /** Before the words of the question that a passage has, or lacks. */
  found: string;
  missing: string;
  verdicts: Record<PassageFinding['verdict'], string>;
  nothingFound: string;
  taught: (question: string) => string;
  sources: string;
  none: string;
  kinds: Record<SourceKind, string>;
  sampleText: string;
  followed: string;
  /** Numbers as the language writes them, here and below. */
  counts: (documents: string, passages: string) => string;
  readAt: (date: string) => string;
  documents: string;
  passages: (count: string) => string;
  first: (count: string) => string;
  forget: string;
  forgetQuestion: string;
  keep: string;
  forgotten: (name: string) => string;
  /** Opens the form for a website. */
  addSite: string;
  address: string;
  addressHint: string;
  /** Names a number field. */
  everyHours: string;
  everyHoursHint: string;
  /** Reads the website for the first time. */
  readSite: string;
  findingPages: string;
  progress: (done: string, found: string) => string;
  /** A duration such as "2 minutes". */
  timeLeft: (duration: string) => string;
  skippedCount: (count: string) => string;
  paused: string;
  readAgain: string;
  pause: string;
  resume: string;
  nextAt: (date: string) => string;
  siteReady: (name: string) => string;
  /** Names the list of pages that were not read and of forgotten documents. */
  leftOut: string;
  nothingLeftOut: string;
  /** Beside a document that the owner has forgotten. */
  forgottenText: string;
  restore: string;
  restored: (name: string) => string;
}

export interface AccessStrings {
  name: string;
  nameHint: string;
  title: string;
  text: string;
  token: string;
  keep: string;
  keepHint: string;
  open: string;
  opening: string;
  refused: string;
  lock: string;
}

export interface AdminErrorStrings {
  offline: string;
  upstream_unavailable: string;
  rate_limited: string;
  credits_exhausted: string;
  unauthorized: string;
  forbidden: string;
  not_found: string;
  invalid_request: (message: string) => string;
  payload_too_large: string;
  unreadable: string;
  otherwise: string;
  nothingLost: string;
  again: (seconds: number) => string;
}

export interface PreviewStrings {
  title: string;
  hint: string;
  size: string;
  phone: string;
  desktop: string;
  /** In its corner of the page. */
  page: string;
  pageHint: string;
  scheme: string;
  asSet: string;
  light: string;
  dark: string;
  language: string;
}

export interface HistoryStrings {
  text: string;
  version: (number: number) => string;
  current: string;
  by: (who: string) => string;
  compare: (number: number) => string;
  same: string;
  inVersion: (number: number) => string;
  restore: string;
  restored: (number: number) => string;
  none: string;
}

export interface JsonStrings {
  text: string;
  label: string;
  apply: string;
  discard: string;
  download: string;
  open: string;
  /** Where the text stops being JSON, both counted from 1. */
  notJson: (line: number, column: number) => string;
  fault: (message: string) => string;
  unknown: string;
  notObject: string;
  applied: string;
}

export interface ConversationsStrings {
  text: string;
  /** Says after how many days a conversation is deleted. */
  kept: (days: number) => string;
  search: string;
  /** Names the choice of a state. */
  show: string;
  all: string;
  states: Record<'unanswered' | 'near-miss' | 'down' | 'stopped' | 'failed', string>;
  filters: string;
  from: string;
  to: string;
  user: string;
  more: string;
  none: string;
  noMatch: string;
  /** Always more than one. */
  messages: (count: number) => string;
  back: string;
  visitor: string;
  /** Before the passages that a reply was made from. */
  madeFrom: string;
  tools: string;
  sameVisitor: string;
  remove: string;
  /** All that is stored about the person who wrote. */
  removeAll: string;
  removeAllText: string;
  exportAll: string;
  sure: string;
  keep: string;
  removed: (count: number) => string;
  exportMarkdown: string;
}

/** Answers that the owner has written. Fields are named as those of a taught answer. */
export interface AnswersStrings {
  text: string;
  add: string;
  edit: string;
  fields: Record<'question' | 'otherWays' | 'answer' | 'url', string>;
  hints: Record<'question' | 'otherWays' | 'answer' | 'url', string>;
  linkFault: string;
  /** Names the button that shows what an answer would change. */
  check: string;
  checkHint: string;
  noChange: (compared: number) => string;
  /** Before the questions. */
  changes: (count: number, compared: number) => string;
  latestOnly: string;
  /** Marks a question that the answer would no longer be given to. */
  lost: string;
  /** How often an answer was given. */
  uses: (count: number) => string;
  /** Marks an answer. */
  paused: string;
  none: string;
  unansweredText: string;
  allAnswered: string;
  asked: (count: number) => string;
  /** Before similar questions. */
  similar: string;
  answerThis: string;
  answerThem: string;
  repeated: string;
  full: (max: number) => string;
  gone: string;
  removed: (question: string) => string;
  discardQuestion: string;
  discard: string;
  keepWriting: string;
  saved: string;
}

export interface ContactStrings {
  text: string;
  total: (count: number) => string;
  none: string;
  loading: string;
  columns: Record<
    | 'external_id'
    | 'name'
    | 'email'
    | 'phonenumber'
    | 'payment_accounts'
    | 'custom_attributes'
    | 'created_at'
    | 'updated_at'
    | 'id',
    string
  >;
  attributes: (count: number) => string;
  accounts: (count: number) => string;
  first: string;
  previous: string;
  next: string;
  last: string;
  page: (page: number, pages: number) => string;
  perPage: string;
  find: string;
  /** What a contact is found by. */
  findBy: string;
  exportCsv: string;
  exportJson: string;
  exporting: (done: number, total: number) => string;
  /** Labels of one contact's form. */
  add: string;
  newAttribute: string;
  attributeValue: string;
  saved: string;
  gone: string;
  import: string;
}

export interface ImportStrings {
  missingId: string;
  repeats: (field: string, row: number) => string;
  existsField: (field: string) => string;
  existsAlready: string;
  notEmail: string;
  notAccounts: string;
  notAttributes: string;
  title: string;
  text: string;
  choose: string;
  reading: (rows: number) => string;
  mapping: string;
  mappingText: string;
  column: string;
  sample: string;
  goesTo: string;
  leaveOut: string;
  attribute: (name: string) => string;
  /** Asks whether a heading was meant to be `name`, which it is one letter away from. */
  mistyped: (name: string) => string;
  needId: string;
  /** What serves as the id where no column is the owner's own. */
  idFrom: string;
  check: string;
  checking: (done: number, total: number) => string;
  ready: (count: number) => string;
  faulty: (count: number) => string;
  start: (count: number) => string;
  pause: string;
  resume: string;
  cancel: string;
  sending: (done: number, total: number) => string;
  paused: string;
  finished: string;
  created: (count: number) => string;
  exists: (count: number) => string;
  invalid: (count: number) => string;
  duplicate: (count: number) => string;
  unsent: (count: number) => string;
  report: string;
  unreadable: (reason: string) => string;
  /** Reasons for a file that is not read. */
  noContact: string;
  noText: string;
  openQuote: (row: number) => string;
  brokenEntry: (entry: number) => string;
  row: string;
  reason: string;
}

export interface InstallStrings {
  text: string;
  ways: Record<'script' | 'npm' | 'react' | 'vue' | 'wordpress' | 'shopify' | 'gtm', string>;
  hints: Record<'script' | 'npm' | 'react' | 'vue' | 'wordpress' | 'shopify' | 'gtm', string>;
  copy: string;
  copied: string;
  integrity: string;
  integrityHint: string;
  noIntegrity: string;
  /** Of an address that only this machine knows. */
  loopback: string;
  csp: string;
  cspHint: string;
  check: string;
  checkHint: string;
  site: string;
  allowed: (origin: string) => string;
  refused: (origin: string) => string;
  notSite: string;
  unsavedDomains: string;
}

export interface UsageStrings {
  unanswered: string;
  unansweredHint: string;
  /** Of a service without conversations. */
  numberOnly: string;
  questionsKept: string;
  showConversations: string;
  text: string;
  requests: string;
  failures: string;
  credits: string;
  /** A chart in one sentence: what it shows, the sum, and the highest day. */
  summary: (name: string, total: number, highest: number, day: string) => string;
  feedback: string;
  helpful: string;
  unhelpful: string;
  reasons: string;
  limit: string;
  limitText: (remaining: number, limit: number) => string;
  day: string;
  table: string;
  none: string;
  refresh: string;
}

export interface TestStrings {
  withDraft: string;
  noDraft: string;
  text: string;
  savedOnly: string;
  message: string;
  send: string;
  stop: string;
  reply: string;
  events: string;
  firstToken: string;
  total: string;
  credits: string;
  milliseconds: (ms: number) => string;
  newConversation: string;
}
