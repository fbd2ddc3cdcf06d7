import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { windowEnglish } from '../../../src/locales/english-window.ts';
import { CDN, chunkOf, launcherFiles, textOf } from './bundle.ts';

/** Also names of other things that the window knows: `detail.edit`, the `editing` of the log, the number of `unread` replies, and `copyCode`, by which a message sees that its language has arrived. */
const NOT_ONLY_WORDS = ['edit', 'editing', 'unread', 'copyCode'];

before(() => {
  assert.ok(existsSync(join(CDN, 'agent-chat.js')), 'npm run build comes first');
});

test('all English text of the window comes with the window', async () => {
  const present = Object.keys(windowEnglish);
  const { en } = await import('../../../src/locales/en.ts');
  const later = Object.keys(en).filter(key => !present.includes(key) && !NOT_ONLY_WORDS.includes(key));
  assert.ok(later.length > 40, 'most of English comes later');
  const code = textOf([chunkOf(launcherFiles(), 'agent-chat-window')]);
  for (const key of later) assert.doesNotMatch(code, new RegExp(`\\.${key}\\b`), key);
});
