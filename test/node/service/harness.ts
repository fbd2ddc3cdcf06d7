import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AssistantMessage } from '../../../src/protocol/message.ts';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { parseStreamEvent, type StreamEvent } from '../../../src/protocol/stream-events.ts';
import { type AgentService, createService, type ServiceOptions } from '../../../src/service/index.ts';

export { until } from '../until.ts';

export const KEY = 'ac_test-key-of-the-first-workspace';

export interface Harness {
  service: AgentService;
  agentId: string;
  workspaceId: string;
  folder: string;
  docs: string;
  /** Where its data are. */
  store: { dataDir: string; databaseUrl?: string | undefined };
  send(path: string, init?: SendInit): Promise<Response>;
  chat(body: unknown, init?: SendInit & { agent?: string }): Promise<Response>;
  ask(message: string, conversationId?: string): Promise<AssistantMessage>;
  /** Closes the service; the folder stays. */
  stop(): Promise<void>;
  /** Closes and opens it again over the same data. */
  restart(options?: Partial<ServiceOptions>): Promise<void>;
  end(): Promise<void>;
}

interface SendInit {
  key?: string | null;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
  signal?: AbortSignal;
}

/** A service over a fresh folder with one agent that answers from `documents`. */
export async function startService(
  options: Partial<ServiceOptions> & {
    documents?: Record<string, string>;
    plan?: string;
    settings?: SettingsPatch;
  } = {},
): Promise<Harness> {
  const { documents = {}, plan, settings, ...given } = options;
  // Most tests send more from one address than the default allows.
  const unlimited = { rateLimit: null, ...settings };
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-service-'));
  const docs = join(folder, 'docs');
  await writeDocuments(docs, documents);
  const open = async (more: Partial<ServiceOptions> = {}): Promise<AgentService> =>
    createService({ dataDir: join(folder, 'data'), docsDirs: [docs], pace: 0, ...given, ...more });
  let service = await open();
  const first = await service.firstRun({ apiKey: KEY, plan, settings: unlimited });
  await service.documentsRead();

  const harness: Harness = {
    service,
    agentId: first.agentId,
    workspaceId: first.workspaceId,
    folder,
    docs,
    store: { dataDir: join(folder, 'data'), databaseUrl: given.databaseUrl },
    send: (path, { key = KEY, method = 'GET', body, headers, address, signal } = {}) =>
      service.fetch(
        new Request(new URL(path, 'http://service.test'), {
          method,
          headers: {
            ...(key !== null && { Authorization: `Bearer ${key}` }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
        { remoteAddress: address ?? '127.0.0.1' },
      ),
    chat: (body, { agent = first.agentId, ...init } = {}) =>
      harness.send(`/api/v2/agents/${agent}/chat`, { method: 'POST', body, ...init }),
    async ask(message, conversationId) {
      const response = await harness.chat({ message, conversationId });
      assert.equal(response.status, 200);
      return ((await response.json()) as { data: AssistantMessage }).data;
    },
    stop: () => service.close({ graceMs: 0 }),
    async restart(more) {
      await service.close({ graceMs: 0 });
      service = await open(more);
      harness.service = service;
      await service.firstRun({ apiKey: KEY, plan, settings: unlimited });
      await service.documentsRead();
    },
    async end() {
      await service.close({ graceMs: 0 });
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return harness;
}

export async function writeDocuments(docs: string, documents: Record<string, string>): Promise<void> {
  await mkdir(docs, { recursive: true });
  for (const [path, text] of Object.entries(documents)) {
    await mkdir(dirname(join(docs, path)), { recursive: true });
    await writeFile(join(docs, path), text);
  }
}

/** Reads a stream as section 6 writes it, and fails on any byte that is not of that form. */
export function readEvents(text: string): StreamEvent[] {
  assert.ok(text.endsWith('\n\n'), 'every event ends with a blank line');
  return text
    .slice(0, -2)
    .split('\n\n')
    .map(block => {
      assert.match(block, /^data: \{[^\r\n]*\}$/, 'an event is one data line');
      const event = parseStreamEvent(block.slice('data: '.length));
      assert.ok(event, 'an event of the interface');
      return event;
    });
}
