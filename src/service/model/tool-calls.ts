import type { ToolCallPart } from '../../protocol/message.ts';

/** As a stream brings it: the first piece of a call has its id and name, the others more of its arguments. */
export interface ToolCallDelta {
  index: number;
  id?: string | undefined;
  function?: { name?: string | undefined; arguments?: string | undefined } | undefined;
}

interface Call {
  id: string;
  name: string;
  json: string;
}

/** Characters of a call's arguments at most; a model that goes on and on is not kept in memory. */
const ARGUMENTS_MAX = 100_000;
const CALLS_MAX = 100;

/** Puts the tool calls of a streamed reply together. */
export class ToolCalls {
  readonly #calls = new Map<number, Call>();

  add({ index, id, function: details }: ToolCallDelta): void {
    let call = this.#calls.get(index);
    if (!call) {
      if (this.#calls.size === CALLS_MAX) return;
      call = { id: '', name: '', json: '' };
      this.#calls.set(index, call);
    }
    call.id ||= id ?? '';
    call.name ||= details?.name ?? '';
    if (call.json.length < ARGUMENTS_MAX) call.json += details?.arguments ?? '';
  }

  /**
   * The calls in order. `done` says that the model finished making the call: the service runs no tools, so there is
   * no output. `failed` is a call whose arguments are not the JSON they must be, or broke off.
   */
  parts(): ToolCallPart[] {
    return [...this.#calls.entries()]
      .sort(([a], [b]) => a - b)
      .filter(([, call]) => call.name !== '')
      .map(([index, call]) => ({
        type: 'tool-call',
        id: call.id || `call-${index}`,
        name: call.name,
        ...inputOf(call.json),
      }));
  }
}

function inputOf(json: string): { state: 'done' | 'failed'; input?: unknown } {
  if (json.trim() === '') return { state: 'done' };
  try {
    return { state: 'done', input: JSON.parse(json) as unknown };
  } catch {
    return { state: 'failed' };
  }
}
