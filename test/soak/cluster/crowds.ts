import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN, type Cluster, KEY } from '../../node/deploy/cluster.ts';
import { addressOf, fetchFrom } from '../../node/deploy/visitors.ts';
import { scriptReply } from './model-script.ts';
import { chatOnce, isDone, isRefusedAtStart, newVisitor, type RawAnswer } from './raw-chat.ts';
import { p95, type Report, seconds } from './report.ts';

const FLOOD_A_SECOND = 30;
const FLOODER = '203.0.113.66';
const OTHERS = 9;
/** How often each of the others asks, and milliseconds between two questions. */
const QUESTIONS = 4;
const BETWEEN_MS = 8000;
const MORE_MS = 2000;
/** What a plan allows a key in a minute. */
const PLAN = 200;

/** One address with made-up visitors does not shut the chat for others. */
export async function flood(cluster: Cluster, report: Report): Promise<void> {
  scriptReply(cluster, { paceMs: 100 });
  for (const [name, rateLimit] of [
    ['the default limit of an agent', { messages: 20, seconds: 60, message: '' }],
    ['no limit of the agent', null],
  ] as const) {
    await changeSettings(cluster, { rateLimit });
    // Another number is another window, so that nothing asked before counts.
    const limit = (): Promise<unknown> => cluster.query('update plans set requests_per_minute = $1', [PLAN]);
    await cluster.query('update plans set requests_per_minute = 1000000');
    const alone = await others(cluster);
    await limit();
    const over = new AbortController();
    const flooding = floodUntil(cluster, over.signal);
    await pause(1000);
    const beside = await others(cluster);
    over.abort();
    const sent = await flooding;
    const answered = beside.filter(isDone).length;
    const more = p95(beside.map(({ took }) => took)) - p95(alone.map(({ took }) => took));
    report.add(
      `${FLOOD_A_SECOND} requests a second from one address with made-up visitors leave others their turn (${name}, plan of ${PLAN} a minute)`,
      `${sent.length} sent, ${sent.filter(isDone).length} of them answered; ${answered} of ${beside.length} questions of ${OTHERS} others answered, p95 ${seconds(more)} more than without`,
      `${beside.length}, ${seconds(MORE_MS)} more`,
      answered === beside.length && more <= MORE_MS,
    );
  }
  await cluster.query('update plans set requests_per_minute = 1000000');
}

async function others(cluster: Cluster): Promise<RawAnswer[]> {
  const all = Array.from({ length: OTHERS }, async (_, i) => {
    const answers: RawAnswer[] = [];
    await pause((BETWEEN_MS / OTHERS) * i);
    for (let question = 0; question < QUESTIONS; question++) {
      if (question > 0) await pause(BETWEEN_MS);
      answers.push(await chatOnce(cluster, { address: `198.51.100.${i + 1}` }));
    }
    return answers;
  });
  return (await Promise.all(all)).flat();
}

async function floodUntil(cluster: Cluster, over: AbortSignal): Promise<RawAnswer[]> {
  const sent: Promise<RawAnswer>[] = [];
  while (!over.aborted) {
    sent.push(chatOnce(cluster, { address: FLOODER, token: newVisitor() }));
    await pause(1000 / FLOOD_A_SECOND);
  }
  return await Promise.all(sent);
}

async function changeSettings({ nginx, agentId }: Cluster, settings: object): Promise<void> {
  const response = await fetchFrom(FLOODER)(`https://127.0.0.1:${nginx.port}/v2/chatbots/settings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN}` },
    body: JSON.stringify({ chatbotId: agentId, ...settings }),
  });
  if (response.status !== 202) throw new Error(`settings: ${response.status}`);
}

const STREAMS = 2000;
const WITHIN_MS = 50_000;

/** Many streams that begin in a short time are answered or refused, and none of them both. */
export async function rush(cluster: Cluster, report: Report): Promise<void> {
  scriptReply(cluster);
  const answers = await Promise.all(
    Array.from({ length: STREAMS }, async (_, i) => {
      await pause((WITHIN_MS / STREAMS) * i);
      return await chatOnce(cluster, { address: addressOf(1000 + i) });
    }),
  );
  const done = answers.filter(isDone).length;
  const refused = answers.filter(isRefusedAtStart).length;
  const broken = answers.filter(answer => !isDone(answer) && !isRefusedAtStart(answer));
  report.add(
    `${STREAMS} streams begun within ${seconds(WITHIN_MS)} on PostgreSQL are answered, or refused at the start`,
    `${done} whole, ${refused} refused with Retry-After, ${broken.length} failed, p95 ${seconds(p95(answers.map(({ took }) => took)))}`,
    '0 failed',
    broken.length === 0,
  );
  for (const { status, events } of broken.slice(0, 3)) console.log(`  ${status}`, events.at(-1));
}

const AT_ONCE = 200;
const LIMIT = 60;
const POOL = 50;

/** The limit of a key and the pool of a workspace are exact, over both services. */
export async function exactLimits(cluster: Cluster, report: Report): Promise<void> {
  scriptReply(cluster, { paceMs: 0 });
  const ask = async (): Promise<number> => {
    const response = await fetch(
      `http://127.0.0.1:${cluster.nginx.servicePort}/api/v2/agents/${cluster.agentId}/chat`,
      {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${KEY}`,
          'Content-Type': 'application/json',
          'X-Visitor-Limit': 'applied',
        },
        body: JSON.stringify({ message: 'When do shops open?' }),
      },
    );
    await response.text();
    return response.status;
  };
  const all = async (): Promise<Map<number, number>> => {
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return new Map(
      [...Map.groupBy(statuses, status => status)].map(([status, { length }]) => [status, length]),
    );
  };
  const formatCounts = (found: Map<number, number>): string =>
    [...found].map(([status, count]) => `${count} × ${status}`).join(', ');
  await cluster.query('update plans set requests_per_minute = $1', [LIMIT]);
  const limited = await all();
  report.add(
    `${AT_ONCE} requests at once over both services on a limit of ${LIMIT} a minute`,
    formatCounts(limited),
    `exactly ${LIMIT} × 200, ${AT_ONCE - LIMIT} × 429`,
    limited.get(200) === LIMIT && limited.get(429) === AT_ONCE - LIMIT,
  );
  await cluster.query('update plans set requests_per_minute = 1000000, credits_per_month = $1', [POOL]);
  const paid = await all();
  const months = await cluster.query('select used from credit_months');
  report.add(
    `${AT_ONCE} requests at once on a pool of ${POOL} credits`,
    `${formatCounts(paid)}; the pool has spent ${months.map(({ used }) => used).join(', ')}`,
    `exactly ${POOL} × 200, ${AT_ONCE - POOL} × 402, ${POOL} spent`,
    paid.get(200) === POOL && paid.get(402) === AT_ONCE - POOL && Number(months[0]?.used) === POOL,
  );
  await cluster.query('update plans set credits_per_month = null');
}
