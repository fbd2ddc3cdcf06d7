import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestRunnerConfig } from '@web/test-runner';
import { freePort } from './loopback.ts';
import type { WebKit } from './other-browsers.ts';
import { ended } from './servers.ts';

/** The names of keys in tests, and their codes in the WebDriver protocol (section 17.4.2). */
const KEYS: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

type BrowserLauncher = NonNullable<TestRunnerConfig['browsers']>[number];

const NO_BAR = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }';

/**
 * WebDriver may say that a window has its size before its page has noticed (seen once in 62 times). A size that cannot be
 * had is given up after two seconds.
 */
const NOTICED = `
  const [width, height, done] = arguments;
  const end = performance.now() + 2000;
  const look = () => {
    const there = innerWidth === width && innerHeight === height;
    requestAnimationFrame(there || performance.now() > end ? () => done() : look);
  };
  look();`;

/** Runs the browser tests in WebKitGTK, one file after the other in one window, over the W3C WebDriver protocol. */
export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKitGTK';
  // The test runner's own commands then use `getPage()`.
  readonly type = 'puppeteer';
  readonly concurrency = 1;
  readonly #webkit: WebKit;
  readonly #started: ChildProcess[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'agent-chat-webkit-'));
  #session: Promise<string> | undefined;
  #active: string | undefined;

  constructor(webkit: WebKit) {
    this.#webkit = webkit;
  }

  async startSession(id: string, url: string): Promise<void> {
    this.#session ??= this.#start();
    this.#active = id;
    await this.#request('POST', 'url', { url });
  }

  isActive(id: string): boolean {
    return this.#active === id;
  }

  async getBrowserUrl(): Promise<string> {
    return String(await this.#request('GET', 'url'));
  }

  async stopSession(): ReturnType<BrowserLauncher['stopSession']> {
    await this.#request('POST', 'url', { url: 'about:blank' });
    this.#active = undefined;
    return {};
  }

  /** Implements the test runner's `sendKeys`, `sendMouse` and `setViewport`. */
  getPage(): object {
    return {
      keyboard: {
        type: (text: string) => this.#press([...text].map(key => [key])),
        press: (chord: string) => this.#press([chord.split('+').map(name => KEYS[name] ?? name)]),
        down: (name: string) => this.#strike([{ type: 'keyDown', value: KEYS[name] ?? name }]),
        up: (name: string) => this.#strike([{ type: 'keyUp', value: KEYS[name] ?? name }]),
      },
      mouse: {
        move: (x: number, y: number) => this.#point({ type: 'pointerMove', x, y, duration: 0 }),
        down: () => this.#point({ type: 'pointerDown', button: 0 }),
        up: () => this.#point({ type: 'pointerUp', button: 0 }),
      },
      setViewport: (size: { width: number; height: number }) => this.#resize(size),
    };
  }

  async stop(): Promise<void> {
    if (this.#session) await this.#request('DELETE', '').catch(() => {});
    for (const child of this.#started.reverse()) await ended(child, 'SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  startDebugSession(): Promise<void> {
    throw new Error('Open the address in a browser of your own to debug.');
  }

  async #press(chords: string[][]): Promise<void> {
    const strokes = chords.flatMap(chord => [
      ...chord.map(value => ({ type: 'keyDown', value })),
      ...chord.toReversed().map(value => ({ type: 'keyUp', value })),
    ]);
    await this.#strike(strokes);
  }

  async #strike(strokes: object[]): Promise<void> {
    await this.#request('POST', 'actions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
  }

  async #point(action: object): Promise<void> {
    await this.#request('POST', 'actions', {
      actions: [{ type: 'pointer', id: 'mouse', actions: [action] }],
    });
  }

  /** Resizes the viewport, in CSS pixels; resolves once the page has the new size. */
  async #resize({ width, height }: { width: number; height: number }): Promise<void> {
    const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]';
    const [beside = 0, above = 0] = (await this.#request('POST', 'execute/sync', {
      script,
      args: [],
    })) as number[];
    await this.#request('POST', 'window/rect', { x: 0, y: 0, width: width + beside, height: height + above });
    await this.#request('POST', 'execute/async', { script: NOTICED, args: [width, height] });
  }

  async #start(): Promise<string> {
    const { driver, browser, screen } = this.#webkit;
    const display = process.env.DISPLAY ?? (screen && (await this.#startScreen(screen)));
    const port = await freePort();
    // Otherwise the browser's toolbar prevents a window as narrow as a phone.
    mkdirSync(join(this.#folder, 'gtk-3.0'));
    writeFileSync(join(this.#folder, 'gtk-3.0/gtk.css'), NO_BAR);
    const child = spawn(driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: this.#folder },
      stdio: 'ignore',
    });
    this.#started.push(child);
    const address = `http://127.0.0.1:${port}/session`;
    const options = { binary: browser, args: ['--automation'] };
    const asked = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } };
    const { sessionId } = (await patiently(() => request('POST', address, asked))) as { sessionId: string };
    return `${address}/${sessionId}`;
  }

  async #startScreen(command: string): Promise<string> {
    const flags = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
    const child = spawn(command, flags, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#started.push(child);
    const [number] = (await once(child.stdout, 'data')) as [Buffer];
    return `:${String(number).trim()}`;
  }

  async #request(method: string, path: string, body?: unknown): Promise<unknown> {
    const session = await this.#session;
    return request(method, path ? `${session}/${path}` : `${session}`, body);
  }
}

async function request(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
  return value;
}

/** Waits until the driver listens. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}
