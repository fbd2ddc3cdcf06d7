// Generated from settings-table.ts by `npm run generate`.
import type { Tree } from './settings-tree.ts';

/** Settings that visitors may see, as long as nobody changes them. Groups that are off have the values they start with. */
export const PUBLIC_DEFAULTS: Tree = {
  name: 'Assistant',
  initialMessages: [],
  suggestedQueries: [],
  pageGreetings: [],
  subtitle: '',
  placeholder: '',
  disclaimer: '',
  visibility: 'public',
  rateLimit: { messages: 20, seconds: 60, message: '' },
  styles: {
    theme: 'auto',
    buttonColor: '',
    alignment: 'right',
    userMessageColor: '',
    agentMessageColor: '',
    radius: 'medium',
    font: '',
    answers: 'plain',
    density: 'normal',
  },
  autoOpen: {
    delay: null,
    scroll: null,
    idle: null,
    exitIntent: false,
    returning: false,
    floating: false,
    urlPattern: '',
    perSession: 1,
    perWeek: 3,
  },
  leadForm: {
    title: '',
    when: 'before',
    required: false,
    consent: '',
    name: { enabled: true, label: '', required: false },
    email: { enabled: true, label: '', required: false },
    phone: { enabled: false, label: '', required: false },
    fields: [],
  },
};

/** All settings as long as nobody changes them. */
export const DEFAULTS: Tree = {
  ...PUBLIC_DEFAULTS,
  instructions: '',
  allowedDomains: [],
  model: '',
  temp: 0.2,
  allowedTools: [],
  synonyms: [],
};

/** The groups that null switches off, all of them off. */
export const OFF: Tree = { rateLimit: null, autoOpen: null, leadForm: null };

/** What an entry of each setting with entries of several fields is made of. */
export const RECORDS: Tree = {
  pageGreetings: { urlPattern: '', messages: [], queries: [] },
  'leadForm.fields': { name: '', label: '', type: 'text', required: false, options: [] },
};
