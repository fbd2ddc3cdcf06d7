import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Names of properties that only the widget's own code speaks: nothing outside, nothing that is sent or stored, nothing
 * in a template, nothing that a module exports. In the bundle they are a letter or two.
 */
export const MANGLED_PROPERTIES: readonly string[] = [
  'addTo',
  'answerAt',
  'drawAll',
  'editLast',
  'fetching',
  'fetchSettings',
  'fillsScreen',
  'firstByteTimeout',
  'focusField',
  'forgetVisitor',
  'gated',
  'giveBack',
  'hangUp',
  'hears',
  'idleTimeout',
  'inlines',
  'inView',
  'isEmpty',
  'isIndented',
  'isLoose',
  'isOuter',
  'joinRunning',
  'lastLine',
  'leadGiven',
  'learn',
  'markRead',
  'mayAsk',
  'mayKeep',
  'onComment',
  'onEvent',
  'onHead',
  'onIntent',
  'onNew',
  'onPress',
  'onVisitorToken',
  'openFor',
  'putAway',
  'references',
  'remember',
  'rememberLead',
  'renderButton',
  'renderPage',
  'renderPill',
  'requestLead',
  'returnTo',
  'saveDraft',
  'saveTurn',
  'sendFeedback',
  'sendLead',
  'settled',
  'setUnread',
  'shareToken',
  'showComing',
  'skipSpace',
  'startNew',
  'stopReply',
  'streamReply',
  'submitLead',
  'suspend',
  'takeDraft',
  'takeLine',
  'textView',
  'toTurnError',
  'unwatch',
  'visitorToken',
  'wipe',
];

/** What Lit calls its own by, and what an element overrides: nobody makes an element out of the bundle's. */
export const MANGLED_LIT_PROPERTIES: readonly string[] = [
  'addController',
  'createProperty',
  'createRenderRoot',
  'elementProperties',
  'elementStyles',
  'enableUpdating',
  'finalize',
  'firstUpdated',
  'getPropertyDescriptor',
  'getUpdateComplete',
  'hasUpdated',
  'hostConnected',
  'hostDisconnected',
  'hostUpdated',
  'isUpdatePending',
  'performUpdate',
  'removeController',
  'renderOptions',
  'renderRoot',
  'scheduleUpdate',
  'shadowRootOptions',
  'shouldUpdate',
  'willUpdate',
];

/** All of them: each has the same short name in every file. */
export const MANGLED: readonly string[] = [...MANGLED_PROPERTIES, ...MANGLED_LIT_PROPERTIES];

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SHORT_NAMES = Object.fromEntries(
  MANGLED.map((name, i) => [`$${name}`, `${i < LETTERS.length ? '_' : '$'}${LETTERS[i % LETTERS.length]}`]),
);

/** Before the files get the hashes they are called by: a browser keeps each for good, beside others of a later build. */
export const mangleProperties: Plugin = {
  name: 'mangle-properties',
  apply: 'build',
  async renderChunk(source) {
    const regex = new RegExp(`^(?:${MANGLED.join('|')})$`);
    const { code } = await minify(source, {
      module: true,
      compress: false,
      mangle: { properties: { regex } },
      nameCache: { props: { props: { ...SHORT_NAMES } } },
    });
    return code;
  },
};
