import type { ToolCallPart } from '../../protocol/message.ts';

/** As a stream brings it: the first piece of a call has its id and name, the others more of its arguments. */
export interface ToolCallDelta {
  /** Which call it is of. Some endpoints send none, or the same for all, and each call whole. */
  index?: number | undefined;
  /** Some endpoints count the calls here. */
  id?: string | number | undefined;
  /** Some endpoints send the arguments as the object they are, not as its JSON. */
  function?: { name?: string | undefined; arguments?: unknown } | undefined;
}

interface Call {
  index: number | undefined;
  id: string;
  name: string;
  json: string;
}

/** Characters of a call's arguments at most; a model that goes on and on is not kept in memory. */
const ARGUMENTS_MAX = 100_000;
const CALLS_MAX = 100;

/** Puts the tool calls of a streamed reply together. */
export class ToolCalls {
  readonly #calls: Call[] = [];

  add({ index, id: given, function: details }: ToolCallDelta): void {
    const id = String(given ?? '');
    let call =
      index === undefined ? this.#calls.at(-1) : this.#calls.findLast(other => other.index === index);
    // An id alone tells no two calls apart: some endpoints make a new one for each piece.
    const isAnother = !!details?.name && !!call?.name && (id ? id !== call.id : index === undefined);
    if (!call || isAnother) {
      if (this.#calls.length === CALLS_MAX) return;
      call = { index, id: '', name: '', json: '' };
      this.#calls.push(call);
    }
    call.id ||= id;
    call.name ||= details?.name ?? '';
    if (call.json.length < ARGUMENTS_MAX) call.json += jsonOf(details?.arguments);
  }

  /**
   * The calls in order. `done` says that the model finished making the call: the service runs no tools, so there is
   * no output. `failed` is a call whose arguments are not the JSON they must be, or broke off.
   */
  parts(): ToolCallPart[] {
    return this.#calls
      .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      .filter(call => call.name !== '')
      .map((call, i, calls) => ({
        type: 'tool-call',
        // Some endpoints give all calls the same.
        id: call.id && calls.findIndex(({ id }) => id === call.id) === i ? call.id : `call-${i}`,
        name: call.name,
        ...inputOf(call.json),
      }));
  }
}

function jsonOf(given: unknown): string {
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : JSON.stringify(given);
}

function inputOf(json: string): { state: 'done' | 'failed'; input?: unknown } {
  if (json.trim() === '') return { state: 'done' };
  try {
    return { state: 'done', input: JSON.parse(json) as unknown };
  } catch {
    return { state: 'failed' };
  }
}
