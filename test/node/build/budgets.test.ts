import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import {
  allChunks,
  answerFiles,
  CDN,
  chunkOf,
  compressedSize,
  FIRST_ANSWER_MAX,
  launcherFiles,
  loadedBy,
  markdownFiles,
  textOf,
  withImports,
} from './bundle.ts';

before(() => {
  assert.ok(existsSync(join(CDN, 'agent-chat.js')), 'npm run build comes first');
});

/** Targets for what is downloaded, in KB of 1,024 bytes, brotli; and the most for now of what is over its target. */
const BUDGETS: [what: string, kilobytes: number, files: () => Set<string>, most?: number][] = [
  ['the launcher', 10, launcherFiles, 10.1],
  ['a first answer with simple formatting', 36, answerFiles, FIRST_ANSWER_MAX],
  ['a first answer with any Markdown', 48, markdownFiles, 49.7],
  ['the admin panel', 48, () => withImports(join(CDN, 'agent-chat-admin.js'))],
];

for (const [what, kilobytes, files, most = kilobytes] of BUDGETS) {
  test(`${what} takes ${most} KB at most`, t => {
    const now = compressedSize(files());
    const left = kilobytes * 1024 - now;
    const kb = (bytes: number): string => (bytes / 1024).toFixed(2);
    const line = `${what}: target ${kilobytes} KB, now ${kb(now)} KB, ${kb(Math.abs(left))} KB ${left < 0 ? 'over' : 'left'}`;
    t.diagnostic(line);
    assert.ok(now <= most * 1024, line);
  });
}

test('the launcher is one file, without the conversation', () => {
  const launcher = launcherFiles();
  assert.equal(launcher.size, 1);
  assert.doesNotMatch(textOf(launcher), /fetch-event-source|<textarea/);
});

test('no chunk that the window loads has to load another one', () => {
  const present = answerFiles();
  const later = loadedBy(chunkOf(launcherFiles(), 'agent-chat-window'));
  assert.ok(later.length > 10, 'formatting, the interactions, the menu and others are loaded later');
  for (const file of later) {
    // The menu imports the interactions, which are loaded by the time there is a message.
    const awaited = [...withImports(file)].filter(needed => !present.has(needed) && !later.includes(needed));
    assert.deepEqual(awaited, [], `${file}: one more round trip; see WITH_WINDOW in vite.config.ts`);
  }
});

test('a page that has extended Object.prototype meets no helper of the bundler, which would fail there', () => {
  const files = new Set(answerFiles());
  for (const file of files)
    for (const chunk of loadedBy(file)) for (const each of withImports(chunk)) files.add(each);
  // See SHARED_CHUNKS in vite.config.ts.
  assert.deepEqual(
    [...files].filter(file => /rolldown-runtime/.test(file)),
    [],
  );
});

test('nothing that a first answer can do without is loaded before it', () => {
  const text = textOf(answerFiles());
  const all = allChunks();
  const needless = {
    'the lead form': 'lead-submit',
    'the menu': 'menu-choose',
    'the list of earlier conversations': 'earlier-close',
    dictation: 'dictation-close',
    'reading aloud': 'read-aloud',
    'printing and transcripts': 'afterprint',
    feedback: 'feedback-reason',
    sources: 'class="sources"',
    'tool calls': 'part-tool-call',
    'what a reply can be judged by': 'Good answer',
    'message actions': 'copy-text',
    resizing: 'lostpointercapture',
    consent: 'consent-button',
    'the page that is sent along': 'page-context-text',
    'the full reader of Markdown': 'md-table',
  };
  for (const [what, trace] of Object.entries(needless)) {
    assert.ok(!text.includes(trace), what);
    assert.ok(all.includes(trace), `${what} has another trace`);
  }
});

test('no bundle for visitors has the labels and hints of the settings', () => {
  assert.doesNotMatch(textOf(markdownFiles()), /The agent gets these before every conversation/);
});
