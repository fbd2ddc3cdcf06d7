import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { windowEnglish } from '../../../src/locales/english-window.ts';

const CDN = join(import.meta.dirname, '../../../dist/cdn');

/** Also names of what the window knows of without saying them: `detail.edit`, and the `editing` of the log. */
const NOT_ONLY_WORDS = ['edit', 'editing'];

before(() => {
  assert.ok(existsSync(join(CDN, 'agent-chat.js')), 'npm run build comes first');
});

test('all English the window itself can say comes with the window', async () => {
  const atHand = Object.keys(windowEnglish);
  const { en } = await import('../../../src/locales/en.ts');
  const later = Object.keys(en).filter(key => !atHand.includes(key) && !NOT_ONLY_WORDS.includes(key));
  assert.ok(later.length > 40, 'most of English comes later');
  for (const file of readdirSync(join(CDN, 'chunks'))) {
    if (!file.startsWith('agent-chat-window-')) continue;
    const code = readFileSync(join(CDN, 'chunks', file), 'utf8');
    for (const key of later) assert.doesNotMatch(code, new RegExp(`\\.${key}\\b`), key);
  }
});
