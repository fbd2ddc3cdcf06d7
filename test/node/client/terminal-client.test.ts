import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listenLocally } from '../../../scripts/loopback.ts';
import { reply, sse } from '../../fakes/chat-fetch.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe('the terminal client of the documentation', () => {
  const asked: { message: string; conversationId?: string; token: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ ...JSON.parse(body), token: request.headers['x-visitor-token'] });
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Visitor-Token': 'terminal' });
    const text = asked.length === 1 ? ['It is ', 'a kettle.'] : ['Ninety ', 'degrees.'];
    const answer = reply(text.join(''));
    answer.parts.push({ type: 'citation', title: 'Manual', url: 'https://shop.example/manual' });
    const events = sse(text, answer);
    // The second answer breaks in the middle: it is joined again after the event that came last.
    if (asked.length === 2) response.write(events[0], () => response.destroy());
    else if (asked.length === 3) response.end(events.slice(1).join(''));
    else response.end(events.join(''));
  });
  after(() => server.close());

  it('has a conversation without a page, a document or Lit', async () => {
    const port = await listenLocally(server);
    const program = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        ...['--import', new URL('source-exports.ts', import.meta.url).href],
        here('../../../examples/terminal/client.js'),
        `http://127.0.0.1:${port}`,
        'agent',
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let output = '';
    let errors = '';
    program.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    const saw = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (output.includes(text)) resolve();
        };
        program.stdout.on('data', look);
        program.on('exit', () => reject(new Error(`ended without "${text}": ${output}\n${errors}`)));
        look();
      });
    program.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    await saw('> ');
    program.stdin.write('What is this?\n');
    await saw('[Manual] https://shop.example/manual');
    assert.match(output, /It is a kettle\.\n/);
    program.stdin.write('How hot?\n');
    await saw('joining the answer again');
    await saw('degrees.');
    const ended = new Promise<number | null>(resolve => program.on('exit', resolve));
    program.stdin.end();
    assert.equal(await ended, 0, errors);
    assert.equal(errors, '');
    assert.match(output, /Ninety \n\(connection lost, joining the answer again\)\ndegrees\.\n/);
    assert.deepEqual(
      asked.map(({ message, conversationId, token }) => [
        message,
        conversationId,
        String(token).replace(/^new\.\d{1,10}(-\d{1,10}){3}$/, 'secret of its own'),
      ]),
      [
        ['What is this?', undefined, 'secret of its own'],
        ['How hot?', 'conversation-1', 'terminal'],
        ['How hot?', 'conversation-1', 'terminal'],
      ],
    );
  });
});
