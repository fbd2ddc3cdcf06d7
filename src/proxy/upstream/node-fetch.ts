import { type Dispatcher, errors } from 'undici';
import { createDispatcher } from '../../network/dispatcher.ts';
import { StreamFault } from '../../protocol/event-lines.ts';
import type { BodyStream } from '../http/body.ts';
import type { UpstreamAnswer, UpstreamFetch } from './upstream.ts';

/** Milliseconds for a connection, its TLS handshake included. */
const CONNECT_MS = 10_000;
/** Bytes of the head of an answer. Gateways add long policies and cookies. */
const HEAD_MAX = 64 * 1024;
/**
 * Milliseconds until an idle connection is closed. Most servers and load balancers close it after a minute; closed
 * sooner here, no question meets it just then.
 */
const IDLE_MS = 50_000;
/** Milliseconds before the time that a service names (`Keep-Alive: timeout=5`). */
const IDLE_THRESHOLD_MS = 1000;

/** How often a request is sent again whose connection closed before anything was written on it. */
const RESENDS = 2;
/** How an existing connection ends. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * The part of Fetch that the proxy needs, on undici's dispatcher, which hands out raw chunks. Redirects are not followed and
 * nothing is decompressed.
 */
export function createNodeFetch(): { fetch: UpstreamFetch; close: () => void } {
  const dispatcher = createDispatcher({
    connect: { timeout: CONNECT_MS },
    maxHeaderSize: HEAD_MAX,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    keepAliveTimeoutThreshold: IDLE_THRESHOLD_MS,
    // The proxy has times of its own: for the head, for silence and for the whole reply.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    fetch: async (address, { method, headers, body, signal, headMs }) => {
      const { origin, pathname, search } = new URL(address);
      for (let attempt = 0; ; attempt++) {
        signal.throwIfAborted();
        const exchange = new Exchange(signal, headMs);
        const options = { origin, path: pathname + search, method, headers, body: body ?? null };
        dispatcher.dispatch(options as Dispatcher.DispatchOptions, exchange);
        try {
          return await exchange.answer;
        } catch (error) {
          // The service closed an idle connection before anything was written on it: nobody has the request.
          const unsent = !exchange.started && CLOSED.has((error as { code?: string }).code ?? '');
          if (!unsent || attempt === RESENDS) throw error;
          // By then, other idle connections that were closed as well are known to be.
          await new Promise(resolve => setImmediate(resolve));
        }
      }
    },
    close: () => void dispatcher.destroy(),
  };
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<UpstreamAnswer>;
  readonly #signal: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #resolve: (answer: UpstreamAnswer) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #body: Body | undefined;
  #begun = false;
  /** Why it was aborted. */
  #reason: Error | undefined;
  readonly #onAbort = (): void => this.abort(this.#signal.reason as Error);

  constructor(signal: AbortSignal, headMs: number | undefined) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (headMs !== undefined) {
      this.#timer = setTimeout(() => this.abort(new DOMException('silent', 'TimeoutError')), headMs);
    }
  }

  /** Whether anything of the request may have been written. */
  get started(): boolean {
    return this.#controller !== undefined;
  }

  abort(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
    this.#reject(reason);
    this.#settle();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while it waited for a connection: it is not sent.
    if (this.#reason) controller.abort(this.#reason);
  }

  /** Called with the first byte of the answer, whatever it is. */
  onResponseStarted(): void {
    this.#begun = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    const get = (name: string): string | null => {
      const value = headers[name.toLowerCase()];
      return typeof value === 'string' ? value : (value?.join(', ') ?? null);
    };
    const plain = /^(?:identity)?$/i.test(get('Content-Encoding') ?? '');
    this.#body = new Body(controller);
    controller.pause();
    const body = plain ? this.#body : compressed(this.#body);
    this.#resolve({ ok: status >= 200 && status < 300, status, headers: { get }, body });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    this.#body?.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle();
    if (this.#body) this.#body.fail(error);
    // An unreadable head is an answer: sent again, the message would be answered and paid for twice.
    else if (this.#begun || error instanceof errors.HTTPParserError) this.#resolve(unreadable());
    else this.#reject(error);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}

class Body implements BodyStream {
  readonly #controller: Dispatcher.DispatchController;
  #take: ((chunk: Uint8Array) => void) | undefined;
  /** What arrived before `each`: a forward proxy does not pause. */
  #early: Uint8Array[] = [];
  #resolve: () => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #open = true;
  #ended = false;
  #error: Error | undefined;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  each(take: (chunk: Uint8Array) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#take = take;
      for (const chunk of this.#early.splice(0)) this.push(chunk);
      if (this.#error) reject(this.#error);
      else if (!this.#open || this.#ended) resolve();
      else this.#controller.resume();
    });
  }

  cancel(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#resolve();
    if (this.#ended) return;
    // A complete body, known once this chunk is handled, leaves the connection for the next request.
    setImmediate(() => {
      if (!this.#ended) this.#controller.abort(new DOMException('cancelled', 'AbortError'));
    });
  }

  push(chunk: Uint8Array): void {
    if (!this.#open) return;
    if (!this.#take) {
      this.#early.push(chunk);
      return;
    }
    try {
      this.#take(chunk);
    } catch (error) {
      this.#reject(error);
      this.cancel();
    }
  }

  end(): void {
    this.#ended = true;
    this.#resolve();
  }

  fail(error: Error): void {
    this.#ended = true;
    this.#error = error;
    this.#reject(error);
  }
}

/** A compressed body is not read, since plain was asked for. The status holds: the service has done what it was asked. */
function compressed(body: BodyStream): BodyStream {
  return {
    async each() {
      body.cancel();
      throw new StreamFault('the service compressed what was to come plain');
    },
    cancel: () => body.cancel(),
  };
}

function unreadable(): UpstreamAnswer {
  return { ok: false, status: 0, headers: { get: () => null }, body: { async each() {}, cancel() {} } };
}
