/** The whole thing as a person starts it: `agent-chat start` on a free port, with an empty data folder. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { freePort } from '../../scripts/loopback.ts';
import { ended } from '../../scripts/servers.ts';
import { filesBelow, findLeaks } from './leaks.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What the log says at the level `info`. */
const DOCUMENTS_READ = 'documents are indexed';

export interface App {
  url: string;
  agentId: string;
  apiKey: string;
  adminToken: string;
  dataDir: string;
  /** All that the process has printed. */
  output(): string;
  /**
   * Ends the process as an operator would, and tells its exit code. Fails when the API key, which came by the
   * environment, stands in what the process printed or in its data folder: the service keeps a hash of it.
   */
  stop(): Promise<number | null>;
}

/**
 * Resolves when it serves its pages and has read its documents: until then it may answer that it is still reading.
 * @param node another release of Node.js to run it by
 * @param root another folder than the tree's to run it from
 */
export async function startApp(
  env: Record<string, string> = {},
  node = process.execPath,
  root = ROOT,
): Promise<App> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'agent-chat-'));
  const port = await freePort();
  const secrets = {
    AGENT_ID: crypto.randomUUID(),
    AGENT_API_KEY: `sk-canary-${hex()}`,
    ADMIN_TOKEN: `admin-canary-${hex()}`,
  };
  const settled = {
    ...secrets,
    PORT: String(port),
    DATA_DIR: dataDir,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
    ...env,
  };
  const child = spawn(node, ['bin/agent-chat.js', 'start'], {
    cwd: root,
    env: { ...process.env, ...settled },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = `http://localhost:${port}`;
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk;
      if (output.includes(url) && output.includes(DOCUMENTS_READ)) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', code => reject(new Error(`agent-chat start ended with ${code}:\n${output}`)));
  });
  return {
    url,
    agentId: settled.AGENT_ID,
    apiKey: settled.AGENT_API_KEY,
    adminToken: settled.ADMIN_TOKEN,
    dataDir,
    output: () => output,
    stop: async () => {
      await ended(child, 'SIGTERM');
      const places = filesBelow(dataDir).set('the output', output);
      assert.deepEqual(findLeaks(settled.AGENT_API_KEY, places), []);
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

/** The application and a browser in front of it, from before the first of these tests until after the last. */
export function useApp(started: (stage: { app: App; browser: Browser }) => void): void {
  let app: App | undefined;
  let browser: Browser | undefined;
  before(async () => {
    app = await startApp();
    browser = await launchHeadless();
    started({ app, browser });
  });
  after(async () => {
    await browser?.close();
    await app?.stop();
  });
}

function hex(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
