import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Harness, startService } from '../service/harness.ts';
import { callCommand, type Outcome } from './run-command.ts';

describe('conversations on the command line, beside the running service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-conversations-'));
  let service: Harness;
  const ids: string[] = [];
  const run = (...args: string[]): Promise<Outcome> =>
    callCommand(['conversations', ...args], { DATA_DIR: service.store.dataDir });
  const linesOf = async (...args: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 0, stderr);
    return stdout.trimEnd().split('\n');
  };

  before(async () => {
    service = await startService({ documents: { 'tents.md': '# Tents\n\nA tent is washed by hand.' } });
    for (const body of [
      { message: 'How do I wash a tent?' },
      { message: 'Do you sell kayaks,\nand \u001b[31mwhere\u202e?', userId: 'kim-7' },
      { message: `How do I wash a tent ${'and a tent '.repeat(20)}?`, userId: 'bo-2' },
    ]) {
      const answer = (await (await service.chat(body)).json()) as {
        data: { metadata: { conversationId: string } };
      };
      ids.push(answer.data.metadata.conversationId);
    }
  });
  after(async () => {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a line for each conversation shows its first question, and nothing in it moves the cursor', async () => {
    const [head, ...lines] = await linesOf('list');
    assert.match(head!, /^last message +id +messages +user +first question$/);
    assert.equal(lines.length, 3);
    const lineOf = (id: string): string => lines.find(line => line.includes(id))!;
    assert.match(lineOf(ids[0]!), / 2 +How do I wash a tent\?$/);
    assert.match(lineOf(ids[1]!), / 2 +kim-7 +Do you sell kayaks, and {2}\[31mwhere \?$/);
    assert.match(lineOf(ids[2]!), / bo-2 +How do I wash a tent and .{1,60}…$/);
  });

  test('only questions that the documents did not answer are listed as unanswered', async () => {
    const [, ...lines] = await linesOf('unanswered', '--days', '1');
    assert.equal(lines.length, 1);
    assert.ok(lines[0]!.includes(`${ids[1]}  Do you sell kayaks`));
    assert.equal((await linesOf('unanswered', '--user', 'bo-2')).length, 1, 'the heading');
  });

  test('a conversation is shown from its first message to its sources', async () => {
    const text = (await linesOf('show', ids[0]!.toUpperCase())).join('\n');
    assert.match(text, /^[\d: -]{16} {2}visitor\n {2}How do I wash a tent\?\n\n[\d: -]{16} {2}agent\n {2}/);
    assert.match(text, /A tent is washed by hand\.\n\n- Tents \/docs\/tents\.md#tents$/);
    const [said] = await linesOf('show', ids[1]!);
    assert.match(said!, /kim-7$/);
  });

  test('a message that looks like the heading of another one is indented', async () => {
    const lines = await linesOf('show', ids[1]!);
    assert.deepEqual(lines.slice(1, 3), ['  Do you sell kayaks,', '  and  [31mwhere ?']);
    const headings = lines.filter(line => /^\d{4}-/.test(line));
    assert.equal(headings.length, 2);
  });

  test('an export contains all of them, or one user’s, and only its owner can read the file', async () => {
    const path = join(folder, 'kim.json');
    assert.deepEqual(await linesOf('export', path, '--user', 'kim-7'), [
      `Exported 1 conversation to ${path}.`,
    ]);
    const [kims, ...more] = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(more, []);
    assert.equal(kims.conversationId, ids[1]);
    assert.equal(kims.messages[0].text, 'Do you sell kayaks,\nand \u001b[31mwhere\u202e?');
    assert.equal(kims.messages[1].role, 'assistant');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    await linesOf('export', path);
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).length, 3);
    assert.match((await run('export', join(folder, 'kim.csv'))).stderr, /must be a \.json file/);
  });

  test('a call with missing or unused arguments changes nothing', async () => {
    for (const [args, why] of [
      [[], /Choose an action/],
      [['delete'], /Choose an action/],
      [['delete', '--days', '3'], /Choose an action/],
      [['delete', ids[0]!, '--user', 'bo-2'], /Choose an action/],
      [['delete', ids[0]!, ids[1]!], /Choose an action/],
      [['show', ids[0]!, '--days', '3'], /Choose an action/],
      [['delete', '--user', ''], /--user needs the id of a user/],
      [['list', '--days', '0'], /--days must be a whole number from 1 to 36500, not "0"/],
      [['delete', 'kim-7'], /No conversation has this id/],
      [['show', 'kim-7'], /No conversation has this id/],
    ] as const) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, why);
    }
    assert.equal((await linesOf('list')).length, 4);
  });

  test('one conversation is deleted, or all of a user’s, and the others stay', async () => {
    assert.deepEqual(await linesOf('delete', '--user', 'kim-7'), ['Deleted 1 conversation.']);
    assert.deepEqual(await linesOf('delete', ids[2]!), ['Deleted 1 conversation.']);
    const [, ...lines] = await linesOf('list');
    assert.equal(lines.length, 1);
    assert.ok(lines[0]!.includes(ids[0]!));
    assert.equal((await run('delete', ids[2]!)).code, 1);
  });
});
