/** The settings and answers of each chat in the gallery, and what its visitor does. */

import { fakeRecognition, fakeSynthesis } from './gallery-speech.js';

const text = words => ({ type: 'text', text: words });
const user = words => ({ role: 'user', parts: [text(words)] });
const agent = (...parts) => ({ role: 'assistant', parts });

const ANSWER = `You can send anything back within **30 days**, unused and in its box.

1. Open your order
2. Choose *Return*
3. Print the label and hand the parcel in at any shop

| Parcel | Fee |
| --- | --- |
| up to 2 kg | free |
| up to 10 kg | € 4.90 |

\`\`\`js
const order = await shop.find(42);
\`\`\`
`;
const SOURCES = [
  {
    type: 'citation',
    title: 'Returns › How to send something back',
    url: '/docs/returns',
    quote: 'Unused items can be returned within 30 days of delivery.',
  },
  { type: 'citation', title: 'Parcel fees', url: 'https://post.example/fees' },
  { type: 'citation', title: 'A printed leaflet' },
];
const POINTED_AT = { ...SOURCES[0], title: 'How to return it' };
const LEAD = {
  title: 'How can we reach you?',
  when: 'before',
  required: false,
  consent: 'I have read the [privacy notice](https://shop.example/privacy).',
  name: { enabled: true, label: '', required: false },
  email: { enabled: true, label: 'Email', required: true },
  phone: { enabled: true, label: '', required: false },
};

/** Finds an element of a chat in any language. */
const find = (chat, selector) => chat.shadowRoot.querySelector(selector);
const action = name => chat => find(chat, `button[data-action=${name}]`);
const field = chat => chat.shadowRoot.querySelector('textarea');
const type = (chat, words) => {
  field(chat).value = words;
  field(chat).dispatchEvent(new InputEvent('input', { bubbles: true }));
};

/** Pretends for the whole page that it has a network, or none. */
const setOnline = onLine => Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });

/** Chats whose menu was opened to list earlier conversations. */
const listing = new WeakSet();

/** A chat whose visitor has chosen "Dictate", the first entry of the menu. */
const dictating = (error, shown) => ({
  setUp: chat => {
    fakeRecognition(error);
    chat.setAttribute('dictation', '');
  },
  restore: [user('Hello'), agent(text('Good day. How can I help you?'))],
  until: chat => find(chat, '.more'),
  press: chat => find(chat, '.more').click(),
  at: chat => {
    find(chat, '[role=menuitem]')?.click();
    return find(chat, shown);
  },
});

/**
 * `settings`: the server's settings. `restore`: an earlier conversation. `ask`: the visitor's question, answered by
 * `answers`, one for each request. `press`: what the visitor does when `until` returns something; `at`: returns
 * something when that is done.
 */
export const STATES = {
  'First visit': {
    settings: {
      initialMessages: ['Hi! I know this shop’s manuals by heart.', 'What would you like to know?'],
      suggestedQueries: ['Where is my order?', 'How do I return something?', 'Do you ship to Norway?'],
    },
  },
  'A question under way': { ask: 'How do I return a pair of shoes?', answers: [{ hang: true }] },
  'An answer arriving': {
    ask: 'How do I return a pair of shoes?',
    answers: [
      { tokens: ['You can send anything back within **30 days**, unused', ' and in its bo'], hang: true },
    ],
    until: chat => chat.shadowRoot.querySelector('strong'),
  },
  'An answer arriving in a bubble': {
    settings: { styles: { answers: 'bubble' } },
    ask: 'Do you sell hats?',
    answers: [{ tokens: ['Yes, for '], hang: true }],
    until: chat => chat.shadowRoot.querySelector('.running .text p'),
  },
  'An answer': { restore: [user('How do I return a pair of shoes?'), agent(text(ANSWER), ...SOURCES)] },
  'Its sources': {
    restore: [
      user('May I return shoes?'),
      agent(text('Yes, within **30 days** [1]. The fee depends on the parcel [2, 3].'), ...SOURCES),
    ],
    until: chat => chat.shadowRoot.querySelector('.citation-mark') && chat.shadowRoot.querySelector('.chip'),
    press: chat => {
      chat.shadowRoot.querySelector('button.chip').click();
    },
  },
  'A source that is pointed at': {
    // The sources are above: no text is below what is shown, whose contrast a test could not see.
    restore: [user('May I return shoes?'), agent(POINTED_AT, text('Yes, within **30 days** [1].'))],
    until: chat => find(chat, '.citation-mark'),
    press: chat => find(chat, '.citation-mark').dispatchEvent(new PointerEvent('pointerenter')),
    at: chat => find(chat, '[role=tooltip]'),
  },
  'Tools of the agent': {
    setUp: chat => chat.setAttribute('tool-details', ''),
    restore: [
      user('Where is order 42?'),
      agent(
        text('It arrives **tomorrow** before noon.'),
        {
          type: 'tool-call',
          id: '1',
          name: 'track_order',
          state: 'done',
          input: { order: 42 },
          output: 'tomorrow',
        },
        { type: 'tool-call', id: '2', name: 'send_mail', state: 'failed' },
        { type: 'tool-call', id: '3', name: 'book_slot', state: 'running' },
      ),
    ],
    until: chat => chat.shadowRoot.querySelector('details'),
    press: chat => {
      chat.shadowRoot.querySelector('details').open = true;
    },
  },
  'A tool of the page': {
    setUp: chat =>
      chat.registerTool('open_cart', {
        description: 'Open your cart and put one item in.',
        confirm: true,
        run: () => 'opened',
      }),
    restore: [
      user('Put the shelf into my cart'),
      agent(text('I can do that for you.'), {
        type: 'tool-call',
        id: '1',
        name: 'open_cart',
        state: 'running',
        input: { item: 7 },
      }),
    ],
    until: chat => find(chat, '.tool-request .primary-button'),
  },
  'What a tool came to': {
    setUp: chat =>
      chat.registerTool('open_cart', { description: 'Open your cart.', run: () => ({ items: 3 }) }),
    ask: 'Put the shelf into my cart',
    answers: [
      {
        tokens: ['I can do that for you.'],
        parts: [
          { type: 'tool-call', id: '1', name: 'open_cart', state: 'running', input: { item: 7 } },
          { type: 'tool-call', id: '2', name: 'send_mail', state: 'failed', output: 'declined' },
        ],
      },
      { tokens: ['There are **three** things in it.'] },
    ],
    until: chat => chat.shadowRoot.querySelector('.tool[data-state=done]'),
    press: chat => void chat.sendMessage('What is in it now?'),
    at: chat => chat.shadowRoot.querySelector('strong'),
  },
  'A part of the page’s own': {
    setUp: chat => chat.registerPart('rating', part => `${'★'.repeat(part.stars)} ${part.stars} of 5`),
    restore: [user('How good is it?'), agent(text('Visitors say:'), { type: 'rating', stars: 4 })],
  },
  'Questions that follow': {
    restore: [
      user('How do I pay?'),
      agent(text('By card, invoice or **bank transfer**.'), {
        type: 'suggestions',
        queries: ['Is there a fee?', 'How long does a transfer take?', 'Track order …'],
      }),
    ],
  },
  Stopped: {
    ask: 'Tell me the whole story',
    answers: [{ tokens: ['Once upon a time there was a small shop'], hang: true }],
    until: chat => chat.shadowRoot.querySelector('.text p'),
    press: chat => chat.stop(),
  },
  Offline: {
    restore: [user('Do you sell hats?'), agent(text('Yes, for dogs and for cats.'))],
    until: chat => find(chat, '.text'),
    // The other chats of the page are not rendered meanwhile.
    press: chat => {
      setOnline(false);
      chat.requestUpdate();
    },
    at: chat => {
      const line = find(chat, '.subtitle.offline');
      if (line) setOnline(true);
      return line;
    },
  },
  'No connection': { ask: 'Is anybody there?', answers: [{ offline: true }] },
  'Cut off by a failure': {
    ask: 'What is the warranty?',
    answers: [{ tokens: ['The warranty is'], error: 'upstream_unavailable' }],
    until: action('retry'),
  },
  'Waiting for a limit': {
    ask: 'And again?',
    answers: [{ status: 429, code: 'rate_limited', headers: { 'Retry-After': '25' } }],
    until: chat => chat.shadowRoot.querySelector('.notice'),
  },
  'Joined again after a lost line': {
    ask: 'Where is the shop?',
    answers: [{ tokens: ['The shop is in the old'], lost: true }, { silent: true }],
    until: chat => chat.shadowRoot.querySelector('.notice'),
  },
  'No answers left': {
    ask: 'One more?',
    settings: { leadForm: { ...LEAD, when: 'on-request' } },
    answers: [{ status: 402, code: 'credits_exhausted' }],
    until: action('contact'),
  },
  'Cut for length': {
    ask: 'Tell me everything',
    answers: [{ tokens: ['There is a lot to say about this, and'], finishReason: 'length' }],
    until: action('continue'),
  },
  'Ended by a filter': {
    ask: 'Something odd',
    answers: [{ tokens: ['I'], finishReason: 'content_filter' }],
    until: chat => chat.shadowRoot.querySelector('.notice'),
  },
  'What was wrong?': {
    ask: 'Do you sell hats?',
    answers: [{ tokens: ['No.'] }],
    until: action('rate-down'),
    press: chat => action('rate-down')(chat).click(),
    at: chat => chat.shadowRoot.querySelector('agent-chat-feedback-form form'),
  },
  'Editing a question': {
    ask: 'Do you sell hats for dogs and for cats, too?',
    answers: [{ tokens: ['Hats for dogs only.'] }],
    until: action('edit'),
    press: chat => action('edit')(chat).click(),
  },
  'Too long a question': { until: field, press: chat => type(chat, 'A very long question. '.repeat(92)) },
  'A contact, before': { settings: { leadForm: LEAD }, until: chat => find(chat, '[part~=lead-form]') },
  'A contact, with faults': {
    settings: { leadForm: { ...LEAD, title: 'Before you start', required: true } },
    until: chat => find(chat, '[part~=lead-form] .primary-button'),
    press: chat => find(chat, '[part~=lead-form] .primary-button').click(),
    at: chat => chat.shadowRoot.querySelector('.wrong'),
  },
  Dictating: dictating(undefined, '.dictation .heard'),
  'Dictating, not allowed': dictating('not-allowed', '.dictation[data-state=ended]'),
  'Read aloud': {
    setUp: chat => {
      fakeSynthesis();
      chat.setAttribute('read-aloud', '');
    },
    restore: [user('May I return shoes?'), agent(text('Yes, within **30 days**, unused and in their box.'))],
    until: action('read-aloud'),
    press: chat => action('read-aloud')(chat).click(),
    at: chat => find(chat, '[data-action=read-aloud][aria-pressed=true]'),
  },
  'The menu': {
    // No text is below the menu, whose contrast a test could not see.
    restore: [],
    until: chat => find(chat, '.more'),
    press: chat => find(chat, '.more').click(),
    at: chat => chat.shadowRoot.querySelector('[role=menu]'),
  },
  'Earlier conversations': {
    ask: 'How do I return a pair of shoes?',
    answers: [{ tokens: [ANSWER] }, { tokens: ['By card, invoice or **bank transfer**.'] }],
    until: action('rate-up'),
    press: chat => {
      chat.newConversation();
      void chat.sendMessage('How do I pay?');
    },
    at: chat => {
      if (!action('rate-up')(chat)) return undefined;
      if (!listing.has(chat)) find(chat, '.more').click();
      listing.add(chat);
      find(chat, '[role=menuitem]')?.click();
      return find(chat, '.earlier .answer');
    },
  },
  'Words of any length and script': {
    restore: [
      user('مرحبا، أين طلبي رقم 42؟'),
      agent(text('طلبك في الطريق ويصل **غدًا**.')),
      user('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung?'),
      agent(
        text(
          'Sie steht unter https://shop.example/a/very/long/address/that/does/not/break/by/itself/index.html',
        ),
      ),
    ],
  },
};
