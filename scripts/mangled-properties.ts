import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Names of properties that only the widget's own code speaks: nothing outside, nothing that is sent or stored, nothing
 * in a template, nothing that a module exports. In the bundle they are a letter or two.
 */
export const MANGLED_PROPERTIES: readonly string[] = [
  'answerAt',
  'drawAll',
  'editLast',
  'fetchSettings',
  'fetching',
  'fillsScreen',
  'firstByteTimeout',
  'focusField',
  'forgetVisitor',
  'gated',
  'giveBack',
  'hangUp',
  'idleTimeout',
  'inView',
  'joinRunning',
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
  'shareToken',
  'showComing',
  'startNew',
  'stopReply',
  'streamReply',
  'submitLead',
  'suspend',
  'takeDraft',
  'textView',
  'toTurnError',
  'unseen',
  'visitorToken',
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

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Each name has the same short one in every file. */
const SHORT_NAMES = Object.fromEntries([
  ...MANGLED_PROPERTIES.map((name, i) => [`$${name}`, `_${LETTERS[i]}`]),
  ...MANGLED_LIT_PROPERTIES.map((name, i) => [`$${name}`, `$${LETTERS[i]}`]),
]);
const MANGLED = [...MANGLED_PROPERTIES, ...MANGLED_LIT_PROPERTIES];

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
