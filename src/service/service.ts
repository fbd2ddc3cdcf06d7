import { MemoryWindows } from '../limits/memory-windows.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import { invalidField } from '../protocol/errors.ts';
import type { Answerer } from './answerers/answerer.ts';
import { DocumentAnswerer } from './answerers/documents.ts';
import { WaitForDocuments } from './answerers/wait-for-documents.ts';
import { createApp } from './app.ts';
import { RunningReplies } from './chat/running-replies.ts';
import type { AgentService, ServiceOptions } from './contract.ts';
import { firstRun } from './first-run.ts';
import { PassageStore } from './knowledge/index/passage-store.ts';
import { FollowedFolders } from './knowledge/sources/followed-folders.ts';
import { SampleDocuments } from './knowledge/sources/sample-documents.ts';
import { createManagement } from './management.ts';
import { ModelAnswerer } from './model/model-answerer.ts';
import { Admission } from './routes/admission.ts';
import { InFlightRequests } from './routes/in-flight-requests.ts';
import { refundAbandoned } from './storage/credits.ts';
import { openDatabase } from './storage/open-database.ts';
import { Retention } from './storage/retention.ts';

const PACE_MS = 12;
const MODEL_TIMEOUT_SECONDS = 60;
/** For a reply besides the time until its first word. */
const REPLY_SECONDS = 240;
const SWEEP_MS = 60_000;
const GRACE_MS = 10_000;
const HOPS_MAX = 20;
const DAYS_MAX = 36_500;

/**
 * Opens the store and makes the service ready to answer. Sections 4 to 8 of the interface.
 * @throws when the store can't be opened or the Redis server doesn't answer; ProtocolError for a key of the model that
 *   no header can carry, for a `trustProxy` that is no number of proxies, and a `conversationDays` that is none of days.
 */
export async function createService(options: ServiceOptions): Promise<AgentService> {
  const { logger } = options;
  checkModelKey(options.openaiApiKey);
  checkHops(options.trustProxy);
  checkDays(options.conversationDays);
  const { database, engine } = await openDatabase(options);
  const limit = await openLimit(options.redisUrl).catch(async (error: Error) => {
    await database.destroy();
    throw Object.assign(error, { option: 'redisUrl' });
  });
  const modelTimeout = options.modelTimeout ?? MODEL_TIMEOUT_SECONDS;
  const replyTimeout = options.replyTimeout ?? REPLY_SECONDS + modelTimeout;
  const running = new RunningReplies(replyTimeout, logger);
  const passages = new PassageStore(database, engine);
  const folders = new FollowedFolders(database, passages, logger);
  const sample = new SampleDocuments(database, passages);
  const isReading = (agentId: string): boolean => folders.isReading(agentId);
  const answerer: Answerer =
    options.openaiBaseUrl || options.openaiApiKey
      ? new ModelAnswerer({
          baseUrl: options.openaiBaseUrl,
          apiKey: options.openaiApiKey,
          passages,
          isReading,
          logger,
          idleTimeoutMs: modelTimeout * 1000,
        })
      : new DocumentAnswerer(passages, options.pace ?? PACE_MS, isReading);
  const inFlight = new InFlightRequests();
  const app = createApp({
    inFlight,
    database,
    admission: new Admission(database, limit),
    answerer: new WaitForDocuments(folders, answerer),
    running,
    trustProxy: options.trustProxy ?? 0,
    logger,
  });

  const sweep = async (): Promise<void> => {
    const refunded = await refundAbandoned(database, replyTimeout + 60);
    if (refunded > 0) logger?.warn({ refunded }, 'gave back the credits of replies that never ended');
  };
  await sweep().catch(async (error: Error) => {
    limit.close();
    await database.destroy();
    throw error;
  });
  const sweeper = setInterval(() => void sweep().catch(() => {}), SWEEP_MS);
  sweeper.unref();
  const retention = options.conversationDays && new Retention(database, options.conversationDays, logger);

  return {
    fetch: async (request, info = {}) => app.fetch(request, info),
    async firstRun(first = {}) {
      const result = await firstRun(database, first);
      const { docsDirs, sampleDocsDir, docsUrl } = options;
      if (docsDirs || sampleDocsDir === undefined) {
        if (docsDirs) await folders.open(result.agentId, docsDirs, docsUrl);
        return { ...result, answersFromSample: false };
      }
      const answersFromSample = await sample.areNeeded(result.agentId, sampleDocsDir);
      await folders.open(result.agentId, answersFromSample ? [sampleDocsDir] : [], docsUrl);
      return { ...result, answersFromSample };
    },
    documentsRead: () => folders.read(),
    management: createManagement(database, passages, sample),
    async close({ graceMs = GRACE_MS } = {}) {
      clearInterval(sweeper);
      if (retention) await retention.close();
      const answered = inFlight.drain();
      await running.close(graceMs);
      await answered;
      await folders.close();
      limit.close();
      await database.destroy();
    },
  };
}

/** Else each question would fail as if the endpoint could not be reached. White space around it is not sent. */
function checkModelKey(key = ''): void {
  if (!/^[\x20-\x7e]*$/.test(key.trim())) {
    throw invalidField('openaiApiKey (OPENAI_API_KEY)', 'must be printable ASCII');
  }
}

/** As the proxy does: half a proxy, or endless many, would believe what the caller wrote himself. */
function checkHops(hops = 0): void {
  if (!Number.isInteger(hops) || hops < 0 || hops > HOPS_MAX) {
    throw invalidField('trustProxy (TRUST_PROXY)', `must be a whole number from 0 to ${HOPS_MAX}`);
  }
}

/** None at all would delete a conversation while its visitor reads it. */
function checkDays(days = DAYS_MAX): void {
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) {
    throw invalidField(
      'conversationDays (CONVERSATION_DAYS)',
      `must be a whole number from 1 to ${DAYS_MAX}`,
    );
  }
}

/** Redis and its client are loaded only where they are used. */
async function openLimit(redisUrl: string | undefined): Promise<RateLimiter> {
  if (!redisUrl) return new RateLimiter(new MemoryWindows());
  const { connectRedis } = await import('../databases/redis.ts');
  const { RedisWindows } = await import('../limits/redis-windows.ts');
  return new RateLimiter(new RedisWindows(await connectRedis(redisUrl, () => {}), 'refuse'));
}
