import assert from 'node:assert/strict';
import type { AgentProxy } from '../../../src/proxy/index.ts';
import { event, type FakeUpstream, message, openStream } from '../../fakes/upstream.ts';
import { AGENT, eventsIn, type Heard } from './harness.ts';

/** Every reply has its own text, in tokens that hold what streams trip over. */
function tokensFor(question: string): string[] {
  return Array.from({ length: 20 }, (_, i) => `${question}·${i} ünï 😀 "\\\n\n data: x `);
}

/** The service answers each question with its own text, token by token over several turns of the event loop. */
export function answerByQuestion(upstream: FakeUpstream): void {
  upstream.onChat(async (request, response) => {
    const tokens = tokensFor((request.body as { message: string }).message);
    openStream(response);
    for (const [i, content] of tokens.entries()) {
      response.write(event({ type: 'token', content }));
      if (i % 3 === 0) await new Promise(resolve => setImmediate(resolve));
    }
    response.end(event({ type: 'done', data: message(request, tokens.join('')) }));
  });
}

/**
 * A visitor asks, is cut at random places up to `cuts` times, and each time joins again at whichever instance
 * comes next. Checks that the reply is whole, in order, and holds nothing twice.
 */
export async function askThroughCuts(
  instances: readonly AgentProxy[],
  question: string,
  cuts: number,
  random: () => number,
): Promise<void> {
  let turn = Math.floor(random() * instances.length);
  const next = (): AgentProxy => instances[turn++ % instances.length]!;
  const session = await next()(request('/api/v2/session', {}, {}));
  const { data } = (await session.json()) as { data: { token: string } };
  const headers: Record<string, string> = {
    'X-Visitor-Token': data.token,
    'Idempotency-Key': `key-${question}`,
  };
  const heard: Heard[] = [];
  for (let left = cuts; heard.at(-1)?.type !== 'done'; left--) {
    if (heard.length > 0) headers['Last-Event-ID'] = String(heard.at(-1)?.id);
    const response = await next()(
      request(`/api/v2/agents/${AGENT}/chat`, { message: question, stream: true }, headers),
    );
    assert.equal(response.status, 200, question);
    heard.push(
      ...(await readSome(response, left > 0 ? Math.floor(random() * 2000) : Number.POSITIVE_INFINITY)),
    );
    assert.notEqual(heard.at(-1)?.type, 'error', question);
  }
  const tokens = tokensFor(question);
  assert.deepEqual(
    heard.map(({ id }) => id),
    Array.from({ length: tokens.length + 1 }, (_, i) => i + 1),
  );
  assert.equal(heard.map(({ content = '' }) => content).join(''), tokens.join(''));
  assert.equal(heard.at(-1)?.data?.parts[0]?.text, tokens.join(''));
}

/** The whole events among the first bytes of a stream, which is then dropped. */
async function readSome(response: Response, bytes: number): Promise<Heard[]> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = bytes;
  while (left > 0) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
  }
  await reader.cancel();
  return eventsIn(text.slice(0, text.lastIndexOf('\n\n') + 2));
}

function request(path: string, body: object, headers: Record<string, string>): Request {
  return new Request(`https://chat.example${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The same numbers at each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
