import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../../scripts/servers.ts';
import type { Cluster } from '../../node/deploy/cluster.ts';
import { addressOf, emptyTally, Visitor } from '../../node/deploy/visitors.ts';
import { textOf } from '../../node/proxy/harness.ts';
import { until } from '../../node/until.ts';
import { scriptReply } from './model-script.ts';
import { chatOnce, isDone, newVisitor, type RawAnswer } from './raw-chat.ts';
import { type Report, seconds } from './report.ts';

const READERS = 20;
const TOLD_WITHIN_MS = 2000;
/** Milliseconds that Redis and PostgreSQL are away. */
const AWAY_MS = 3000;

/** A proxy is killed while it writes replies that are read at the other one, and while visitors chat through nginx. */
export async function killedProxy(cluster: Cluster, report: Report): Promise<void> {
  scriptReply(cluster, { times: 10 });
  const [writer, reader] = cluster.proxies as [(typeof cluster.proxies)[0], (typeof cluster.proxies)[0]];
  const readers = await readElsewhere(cluster);
  const tally = emptyTally();
  const visitors = Array.from({ length: READERS }, (_, i) => new Visitor(cluster, 100 + i, tally));
  const asked = visitors.map(visitor => visitor.ask('When do shops open?', ''));
  await until(() => visitors.every(({ conversation }) => conversation.state.turn?.replyText), 'all read');
  const killedAt = performance.now();
  await writer.kill();
  const told = await Promise.all(readers.map(({ told }) => told));
  const slowest = Math.max(...told) - killedAt;
  report.add(
    'who reads a reply of a killed instance at the other one learns that it is interrupted',
    `${told.filter(Number.isFinite).length} of ${READERS} told, the last after ${seconds(slowest)}`,
    `all, within ${seconds(TOLD_WITHIN_MS)}`,
    slowest <= TOLD_WITHIN_MS,
  );
  const lost = (): Visitor[] =>
    visitors.filter(({ conversation }) => conversation.state.turn?.error?.code === 'stream_interrupted');
  await Promise.race([Promise.all(asked), until(() => lost().length > 0, 'visitors are told')]);
  const first = performance.now() - killedAt;
  scriptReply(cluster);
  await Promise.all(asked);
  const interrupted = lost();
  await Promise.all(interrupted.map(({ conversation }) => conversation.retry()));
  const again = interrupted.filter(({ conversation }) => !conversation.state.turn).length;
  report.add(
    'a visitor of the killed instance can ask again, and is answered',
    `${again} of ${interrupted.length} interrupted visitors (${READERS} chatted), the first told after ${seconds(first)}`,
    'all',
    interrupted.length > 0 && again === interrupted.length,
  );
  for (const visitor of visitors) visitor.leave();
  await writer.start();
  await Promise.all([writer.ready(), reader.ready()]);
}

/** A service is killed while it answers. */
export async function killedService(cluster: Cluster, report: Report): Promise<void> {
  scriptReply(cluster, { times: 10 });
  const [service] = cluster.services;
  let killedAt = Number.POSITIVE_INFINITY;
  let begun = 0;
  const told: number[] = [];
  const chats = Array.from({ length: READERS }, async (_, i) => {
    let counted = false;
    const answer = await chatOnce(cluster, {
      address: addressOf(200 + i),
      onText: text => {
        if (!counted && text.includes('"token"')) {
          counted = true;
          begun++;
        }
        if (text.includes('"stream_interrupted"')) told.push(performance.now() - killedAt);
      },
    });
    return answer;
  });
  await until(() => begun === READERS, 'all are answered');
  killedAt = performance.now();
  await service!.kill();
  const answers = await Promise.all(chats);
  const silent = answers.filter(answer => !isDone(answer) && answer.events.at(-1)?.type !== 'error').length;
  report.add(
    'a service that is killed interrupts its own replies alone, and says so',
    `${answers.filter(isDone).length} of ${READERS} whole, ${told.length} told, the last after ${seconds(Math.max(...told))}`,
    `the rest told within ${seconds(TOLD_WITHIN_MS)}`,
    silent === 0 && told.length > 0 && told.length < READERS && Math.max(...told) <= TOLD_WITHIN_MS,
  );
  await service!.start();
  await service!.ready();
}

/** Redis restarts, empty, while replies are read at the instance that writes them and at the other one. */
export async function restartedRedis(cluster: Cluster, report: Report): Promise<void> {
  const whole = scriptReply(cluster, { times: 3 });
  const readers = await readElsewhere(cluster);
  await cluster.redis.stop();
  await pause(AWAY_MS);
  const again = await startRedis(cluster.redis.port);
  cluster.redis.stop = again.stop;
  const answers = await Promise.all(readers.flatMap(({ answers }) => answers));
  const got = answers.filter(answer => isDone(answer) && textOf(answer.events) === whole).length;
  report.add(
    `readers survive a Redis that restarts without its data after ${seconds(AWAY_MS)}`,
    `${got} of ${answers.length} got the whole reply`,
    'all',
    got === answers.length,
  );
  await Promise.all([...cluster.services, ...cluster.proxies].map(instance => instance.ready()));
}

/** PostgreSQL is away while replies end. */
export async function databaseAway(cluster: Cluster, report: Report): Promise<void> {
  scriptReply(cluster);
  const settled = "select count(*)::integer as count from charges where state = 'settled'";
  const stored = "select count(*)::integer as count from messages where role = 'assistant'";
  const count = async (text: string): Promise<number> => (await cluster.query(text))[0]!.count as number;
  const before = [await count(settled), await count(stored)];
  let begun = 0;
  const chats = Array.from({ length: READERS }, (_, i) => {
    let counted = false;
    return chatOnce(cluster, {
      address: addressOf(300 + i),
      onText: text => {
        if (counted || !text.includes('"token"')) return;
        counted = true;
        begun++;
      },
    });
  });
  await until(() => begun === READERS, 'all are answered');
  await cluster.postgres.halt();
  const instances = [...cluster.services, ...cluster.proxies];
  const named = await Promise.all(
    instances.map(async instance => {
      let found: Awaited<ReturnType<typeof instance.readiness>> | undefined;
      await until(async () => {
        found = await instance.readiness();
        return found.status === 503;
      }, 'it is not ready');
      // A proxy may first learn from the service that it is not ready.
      await until(async () => {
        found = await instance.readiness();
        return found.report.database === 'unreachable';
      }, 'it names the database').catch(() => {});
      return found!.report.database === 'unreachable' && found!.report.redis === 'ok';
    }),
  );
  report.add(
    'while the database is away, /readyz is 503 and says which store is missing',
    `${named.filter(Boolean).length} of ${instances.length} instances name the database alone`,
    'all',
    named.every(Boolean),
  );
  await pause(AWAY_MS);
  await cluster.postgres.resume();
  const answers = await Promise.all(chats);
  const done = answers.filter(isDone).length;
  const after = [await count(settled), await count(stored)];
  report.add(
    'replies that end while the database is away are not lost',
    `${done} of ${READERS} whole, ${after[0]! - before[0]!} paid for, ${after[1]! - before[1]!} stored`,
    `${READERS} each`,
    done === READERS && after.every((now, i) => now - before[i]! === READERS),
  );
  await Promise.all(instances.map(instance => instance.ready()));
}

interface Reader {
  /** When the reader at the second proxy got an `error` event; infinity if it got none. */
  told: Promise<number>;
  /** What the readers at both proxies got. */
  answers: [Promise<RawAnswer>, Promise<RawAnswer>];
}

/** Replies that the first proxy writes, each read there and at the second one. Resolves once all have begun. */
async function readElsewhere(cluster: Cluster): Promise<Reader[]> {
  const [writer, other] = cluster.proxies;
  return await Promise.all(
    Array.from({ length: READERS }, async (_, i) => {
      const chat = { address: addressOf(i), token: newVisitor(), key: crypto.randomUUID() };
      const begin = Promise.withResolvers<void>();
      const follow = Promise.withResolvers<void>();
      let told = Number.POSITIVE_INFINITY;
      const written = chatOnce(cluster, { ...chat, base: writer!.url, onText: () => begin.resolve() });
      await begin.promise;
      const followed = chatOnce(cluster, {
        ...chat,
        base: other!.url,
        onText: text => {
          follow.resolve();
          if (text.includes('"stream_interrupted"')) told = performance.now();
        },
      });
      await follow.promise;
      return { told: followed.then(() => told), answers: [written, followed] };
    }),
  );
}
