import { stateOf, writeProbe } from '../databases/store-state.ts';
import { MemoryWindows } from '../limits/memory-windows.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import { throttledProbe } from '../limits/throttled-probe.ts';
import { invalidField } from '../protocol/errors.ts';
import type { ModelsState } from '../protocol/models-state.ts';
import type { Answerer } from './answerers/answerer.ts';
import { DocumentAnswerer } from './answerers/documents.ts';
import { WaitForDocuments } from './answerers/wait-for-documents.ts';
import { createApp } from './app.ts';
import { InFlightRequests, RunningReplies } from './chat/running-replies.ts';
import type { AgentService, ServiceOptions } from './contract.ts';
import { firstRun } from './first-run.ts';
import { PassageStore } from './knowledge/index/passage-store.ts';
import { PassageVectors } from './knowledge/index/passage-vectors.ts';
import { limitReading } from './knowledge/reading/reading-limits.ts';
import { FollowedFolders } from './knowledge/sources/followed-folders.ts';
import { FollowedSites } from './knowledge/sources/followed-sites.ts';
import { SampleDocuments } from './knowledge/sources/sample-documents.ts';
import { Uploads } from './knowledge/sources/uploads.ts';
import { createManagement } from './management.ts';
import { Embeddings } from './model/embeddings.ts';
import { ModelAnswerer } from './model/model-answerer.ts';
import { ModelClient } from './model/model-client.ts';
import { ServiceMetrics } from './operations/metrics.ts';
import { Admission } from './routes/admission.ts';
import { now } from './storage/clock.ts';
import { refundAbandoned } from './storage/credits.ts';
import { writeNote } from './storage/notes.ts';
import { openDatabase } from './storage/open-database.ts';
import { Retention } from './storage/retention.ts';
import type { Database } from './storage/tables.ts';
import { TaughtAnswerer } from './taught/taught-answerer.ts';
import { TaughtAnswers } from './taught/taught-answers.ts';

const PACE_MS = 12;
const MODEL_TIMEOUT_SECONDS = 60;
/** Time for a reply, in addition to `modelTimeout`. */
const REPLY_SECONDS = 240;
const SWEEP_MS = 60_000;
const GRACE_MS = 10_000;
/** How old the last answer of the model's endpoint may be: for `/readyz`, which monitors poll, and for the owner. */
const READY_CHECK_MS = 30_000;
const REPORT_CHECK_MS = 2000;
const HOPS_MAX = 20;
const DAYS_MAX = 36_500;
const POOL_MIN = 2;

/** See `createService` of `index.ts`. */
export async function createService(options: ServiceOptions): Promise<AgentService> {
  const { logger } = options;
  checkModelKey(options.openaiApiKey);
  checkHops(options.trustProxy);
  checkDays(options.conversationDays);
  if (options.ingestMemory !== undefined) limitReading(options.ingestMemory);
  checkPool(options.databasePool);
  const { database, replyDatabase, engine, pool } = await openDatabase(options);
  const limit = await openLimit(options.redisUrl).catch(async (error: Error) => {
    await database.destroy();
    throw Object.assign(error, { option: 'redisUrl' });
  });
  const modelTimeout = options.modelTimeout ?? MODEL_TIMEOUT_SECONDS;
  const replyTimeout = options.replyTimeout ?? REPLY_SECONDS + modelTimeout;
  const running = new RunningReplies(replyTimeout, logger, (outcome, seconds) =>
    metrics.replyEnded(outcome, seconds),
  );
  const passages = new PassageStore(database, engine);
  const folders = new FollowedFolders(database, passages, logger);
  const sample = new SampleDocuments(database, passages);
  const metrics = new ServiceMetrics({
    database,
    pool,
    running: () => running.count,
    isReading: () => folders.reading,
  });
  const onStored = async (agentId: string): Promise<void> => {
    if (await sample.forget(agentId)) await options.onSampleReplaced?.(agentId);
  };
  const uploads = new Uploads({ database, store: passages, logger, onStored });
  const allowsPrivate = options.allowPrivateSites ?? false;
  const sites = new FollowedSites({ database, store: passages, logger, allowsPrivate, onStored });
  const isReading = (agentId: string): boolean => folders.isReading(agentId);
  const hasModel = Boolean(options.openaiBaseUrl || options.openaiApiKey);
  const client = hasModel
    ? new ModelClient({ baseUrl: options.openaiBaseUrl, apiKey: options.openaiApiKey, logger })
    : undefined;
  const embeddings =
    client && options.embeddingModel
      ? new Embeddings({
          client,
          model: options.embeddingModel,
          store: passages,
          vectors: new PassageVectors(database, engine, options.embeddingModel),
          logger,
        })
      : undefined;
  if (embeddings) passages.onChange(() => void embeddings.update());
  void embeddings?.update();
  const paceMs = options.pace ?? PACE_MS;
  const documents = new DocumentAnswerer(passages, {
    paceMs,
    isReading,
    nearest: embeddings && ((agentId, texts, signal) => embeddings.nearest(agentId, texts, signal)),
  });
  const answerer: Answerer = client
    ? new ModelAnswerer({
        client,
        embeddings,
        passages,
        isReading,
        logger,
        onFailure: status => metrics.modelFailed(status),
        idleTimeoutMs: modelTimeout * 1000,
        passageTokens: options.passageBudget,
        rewritesQueries: options.queryRewrite,
        withoutModel: documents,
      })
    : documents;
  const taught = new TaughtAnswers(database, passages);
  const inFlight = new InFlightRequests();
  const admission = new Admission(database, limit);
  let draining = false;
  const app = createApp({
    probe: throttledProbe(async () => {
      const [stored, counted] = await Promise.all([
        stateOf(() => probeDatabase(database, options)),
        stateOf(() => admission.ready()),
      ]);
      return { database: stored, redis: counted };
    }),
    isDraining: () => draining,
    inFlight,
    database,
    replyDatabase,
    index: engine.messages,
    reserve: engine.reserve,
    conversationDays: options.conversationDays,
    admission,
    passages,
    answerer: new TaughtAnswerer(taught, new WaitForDocuments(folders, answerer), paceMs),
    taught,
    uploads,
    sites,
    folders,
    running,
    models: () => {
      void client?.check(READY_CHECK_MS);
      return modelsState(client, embeddings);
    },
    async reportModels() {
      await client?.check(REPORT_CHECK_MS);
      return { ...modelsState(client, embeddings), available: client?.listed ?? null };
    },
    trustProxy: options.trustProxy ?? 0,
    logger,
    metrics,
  });

  const sweep = async (): Promise<void> => {
    const refunded = await refundAbandoned(database, replyTimeout + 60);
    if (refunded > 0) logger?.warn({ refunded }, 'refunded the credits of replies that never ended');
  };
  await sweep().catch(async (error: Error) => {
    limit.close();
    await database.destroy();
    throw error;
  });
  const sweeper = setInterval(() => void sweep().catch(() => {}), SWEEP_MS);
  sweeper.unref();
  const retention =
    options.conversationDays && new Retention(database, engine.messages, options.conversationDays, logger);

  return {
    fetch: async (request, info = {}) => app.fetch(request, info),
    async firstRun(first = {}) {
      // So that the log and `/readyz` name it before the first question.
      void client?.modelOr('').catch(() => {});
      const result = await firstRun(database, first);
      void uploads.restore();
      sites.open();
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
    drain() {
      draining = true;
    },
    management: createManagement({ database, index: engine.messages, passages, sample, uploads, embeddings }),
    async close({ graceMs = GRACE_MS } = {}) {
      clearInterval(sweeper);
      if (retention) await retention.close();
      const answered = inFlight.drain();
      await running.close(graceMs, answered);
      await answered;
      await uploads.close();
      await sites.close();
      await folders.close();
      await embeddings?.close();
      limit.close();
      await replyDatabase.destroy();
      await database.destroy();
    },
  };
}

function modelsState(client: ModelClient | undefined, embeddings: Embeddings | undefined): ModelsState {
  const status = client?.status;
  return {
    model:
      client && client.chosen !== null ? { name: client.chosen ?? null, ...(status && { status }) } : null,
    ...(embeddings && { embeddings: { model: embeddings.model, status: embeddings.status } }),
  };
}

async function probeDatabase(
  database: Database,
  { dataDir, databaseUrl }: Pick<ServiceOptions, 'dataDir' | 'databaseUrl'>,
): Promise<void> {
  if (!databaseUrl) await writeProbe(dataDir);
  await writeNote(database, 'probe', String(now()));
}

/** With another key each question would fail as if the endpoint were unreachable. White space around a key is not sent. */
function checkModelKey(key = ''): void {
  if (!/^[\x20-\x7e]*$/.test(key.trim())) {
    throw invalidField('openaiApiKey (OPENAI_API_KEY)', 'must be printable ASCII');
  }
}

/** The same check as in the proxy: a wrong number would trust what the caller wrote. */
function checkHops(hops = 0): void {
  if (!Number.isInteger(hops) || hops < 0 || hops > HOPS_MAX) {
    throw invalidField('trustProxy (TRUST_PROXY)', `must be a whole number from 0 to ${HOPS_MAX}`);
  }
}

/** Zero days would delete a conversation while its visitor reads it. */
function checkDays(days = DAYS_MAX): void {
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) {
    throw invalidField(
      'conversationDays (CONVERSATION_DAYS)',
      `must be a whole number from 1 to ${DAYS_MAX}`,
    );
  }
}

/** With one connection, whatever holds it would stop the storing of replies. */
function checkPool(connections = POOL_MIN): void {
  if (!Number.isInteger(connections) || connections < POOL_MIN) {
    throw invalidField('databasePool (DATABASE_POOL)', `must be a whole number from ${POOL_MIN} on`);
  }
}

/** Loads the Redis client only if it is used. */
async function openLimit(redisUrl: string | undefined): Promise<RateLimiter> {
  if (!redisUrl) return new RateLimiter(new MemoryWindows());
  const { connectRedis } = await import('../databases/redis.ts');
  const { RedisWindows } = await import('../limits/redis-windows.ts');
  return new RateLimiter(new RedisWindows(await connectRedis(redisUrl, () => {}), 'refuse'));
}
