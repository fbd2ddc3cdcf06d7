import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const CDN = join(import.meta.dirname, '../../../dist/cdn');

/** A file and all it imports before it can run. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:import|from)\s*["'`](\.[^"'`]+)["'`]/g)) {
    withImports(join(dirname(file), path!), seen);
  }
  return seen;
}

/** What a file of the widget loads later. */
function broughtBy(file: string): string[] {
  const names = readFileSync(file, 'utf8').matchAll(/\(["'`](?:[a-z-]+-)?[a-z\d]{6}["'`]\)/g);
  return Array.from(names, ([name]) => join(CDN, 'chunks', `${name.slice(2, -2)}.js`)).filter(existsSync);
}

/** The chunk of this name that one of these files loads later; the admin panel's bundle has chunks of its own. */
function chunk(files: Iterable<string>, name: string): string {
  for (const file of files) {
    const found = broughtBy(file).find(path => path.includes(`/${name}-`));
    if (found) return found;
  }
  throw new Error(`nothing loads a chunk called ${name}`);
}

/** The names of files in a file, of letters by chance, move its size by 60 bytes: what counts is the mean of so many. */
const DRAWS = 4;

function bytes(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (let draw = 0; draw < DRAWS; draw++) sum += brotliCompressSync(renamed(code, draw)).length / DRAWS;
  }
  return Math.round(sum);
}

/** What tells the files of one build from those of the next. */
const hashes = new Set<string>();

/** The same code with other names for the files it loads: always the same ones, so that a size is no luck. */
function renamed(code: string, draw: number): string {
  const names = new Map<string, string>();
  return code.replace(/(?<=["'`/-])[a-z\d]{6,7}(?=(?:\.js)?["'`])/g, name => {
    if (!hashes.has(name)) return name;
    const letters = BigInt(`0x${hash('sha256', `${draw} ${names.size}`)}`).toString(36);
    if (!names.has(name)) names.set(name, letters.slice(0, name.length));
    return names.get(name)!;
  });
}

before(() => {
  assert.ok(existsSync(join(CDN, 'agent-chat.js')), 'npm run build comes first');
  for (const name of readdirSync(join(CDN, 'chunks'))) hashes.add(/([^-]*)\.js$/.exec(name)![1]!);
});

test('a visitor who never opens the chat downloads 7.25 KB at most (brotli)', () => {
  const launcher = withImports(join(CDN, 'agent-chat.js'));
  assert.ok(bytes(launcher) <= 7.25 * 1024, `${bytes(launcher)} bytes`);
  const text = [...launcher].map(file => readFileSync(file, 'utf8')).join('');
  assert.doesNotMatch(text, /fetch-event-source|<textarea/, 'the conversation is not in it');
});

/** All that is fetched until an English answer with simple formatting is on screen: English comes with the window. */
function untilSimpleAnswer(): Set<string> {
  const launcher = withImports(join(CDN, 'agent-chat.js'));
  return new Set([...launcher, ...withImports(chunk(launcher, 'agent-chat-window'))]);
}

test('a first answer is there after 29.6 KB (brotli), with headings, lists, emphasis, links and code in a line', () => {
  const files = untilSimpleAnswer();
  assert.ok(bytes(files) <= 29.6 * 1024, `${bytes(files)} bytes in ${[...files].join(', ')}`);
});

test('tables, code blocks, quotes and the rest of Markdown take no more than 11.15 KB (brotli) on top of that', () => {
  const simple = untilSimpleAnswer();
  const formatting = withImports(chunk(simple, 'markdown'));
  const more = [...formatting].filter(file => !simple.has(file));
  assert.ok(bytes(more) <= 11.15 * 1024, `${bytes(more)} bytes in ${more.join(', ')}`);
});

test('what the window fetches later comes at once, and does not send for further files', () => {
  const present = untilSimpleAnswer();
  const window = [...present].find(file => file.includes('agent-chat-window-'))!;
  const later = broughtBy(window);
  assert.ok(later.length > 10, 'formatting, the interactions, the menu and others are fetched later');
  for (const file of later) {
    // The menu needs the interactions, which are there once anything was said.
    const awaited = [...withImports(file)].filter(needed => !present.has(needed) && !later.includes(needed));
    assert.deepEqual(awaited, [], `${file} waits for another round trip`);
  }
});

test('what a first answer does not need is in no file that it waits for', () => {
  const text = [...untilSimpleAnswer()].map(file => readFileSync(file, 'utf8')).join('');
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
  const all = readdirSync(join(CDN, 'chunks')).map(name => readFileSync(join(CDN, 'chunks', name), 'utf8'));
  for (const [what, trace] of Object.entries(needless)) {
    assert.ok(!text.includes(trace), what);
    assert.ok(all.join('').includes(trace), `${what} is known by something else`);
  }
});

test('the admin panel is there after 40 KB (brotli)', () => {
  const admin = bytes(withImports(join(CDN, 'agent-chat-admin.js')));
  assert.ok(admin <= 40 * 1024, `${admin} bytes`);
});

test('no bundle carries what a visitor has no use for', () => {
  const simple = untilSimpleAnswer();
  const files = [...simple, ...withImports(chunk(simple, 'markdown'))];
  const text = files.map(file => readFileSync(file, 'utf8')).join('');
  for (const foreign of [
    'What the agent is told before every conversation',
    'Please report this to https://github.com/markedjs',
  ]) {
    assert.ok(!text.includes(foreign), foreign);
  }
});
