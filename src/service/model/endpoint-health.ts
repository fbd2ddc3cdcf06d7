import type { ModelStatus } from '../../protocol/models-state.ts';

type Fault = Exclude<ModelStatus, 'ok'>;

/** Statuses by which an endpoint refuses a key, or what it would have to pay. */
const REFUSALS = new Set<unknown>([401, 402, 403]);

/** Whether a model answers, as its latest replies and the latest list of models have shown. Sends no requests. */
export class EndpointHealth {
  #replyFault: Fault | undefined;
  #listFault: Fault | undefined;
  #hasReplied = false;
  #isKnown = false;

  /** Undefined before the first answer. */
  get status(): ModelStatus | undefined {
    return this.#replyFault ?? this.#listFault ?? (this.#isKnown ? 'ok' : undefined);
  }

  replied(): void {
    this.#isKnown = true;
    this.#hasReplied = true;
    this.#replyFault = undefined;
    this.#listFault = undefined;
  }

  /** An error about one request alone, such as an unknown model or a quota, says nothing about the next one. */
  failed(error: unknown): void {
    const { status, name } = Object(error) as { status?: unknown; name?: unknown };
    if (typeof status === 'number') {
      if (REFUSALS.has(status)) this.#replyFault = 'refused';
      else if (status >= 500) this.#replyFault = 'failing';
    } else this.#replyFault = name === 'ModelTimeout' ? 'failing' : 'unreachable';
  }

  /** Some endpoints list their models to everybody, so a list does not prove the key, nor that the model can write. */
  listed(): void {
    this.#isKnown = true;
    this.#listFault = undefined;
    if (this.#replyFault === 'unreachable') this.#replyFault = undefined;
  }

  /** Not every endpoint lists its models, or not for every key. */
  notListed(error: unknown): void {
    const { status } = Object(error) as { status?: unknown };
    if (typeof status !== 'number') this.#listFault = 'unreachable';
    else if (status === 401 && !this.#hasReplied) this.#listFault = 'refused';
    else if (status >= 500) this.#listFault = 'failing';
    else this.listed();
  }
}
