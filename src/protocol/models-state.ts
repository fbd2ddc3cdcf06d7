/** What a service says of its models: in `/readyz`, and to the proxy and the panel. */
export interface ModelsState {
  /** Null if no model is connected. */
  model: ModelName | null;
  /** Only with an embeddings model. */
  embeddings?: EmbeddingsState;
}

export interface ModelName {
  /** The model of agents whose settings name none. Null while the endpoint has not been able to name one. */
  name: string | null;
  /** Missing until the endpoint has been asked something. */
  status?: ModelStatus;
}

/**
 * `unreachable`: nothing answers at the address. `refused`: the key is not accepted. `failing`: the endpoint answers, but
 * the last reply failed.
 */
export type ModelStatus = (typeof MODEL_STATUSES)[number];

/** For the owner: with the models that the endpoint offers. */
export interface ModelsReport extends ModelsState {
  /** Up to `MODELS_MAX` names; null if the endpoint does not list its models. */
  available: string[] | null;
}

export interface EmbeddingsState {
  model: string;
  status: EmbeddingsStatus;
}

/** `unreachable`: the last request failed. `unsupported`: the database has no vectors (pgvector). */
export type EmbeddingsStatus = (typeof EMBEDDINGS_STATUSES)[number];

export const MODEL_STATUSES = ['ok', 'unreachable', 'refused', 'failing'] as const;
export const EMBEDDINGS_STATUSES = ['ok', 'unreachable', 'unsupported'] as const;
const NAME_MAX = 200;
/** Names in a report. */
export const MODELS_MAX = 1000;

/** A header value, because names may have any character. */
export function encodeModels(state: ModelsState): string {
  return encodeURIComponent(JSON.stringify(state).toWellFormed());
}

/** Undefined for services that send no such header. */
export function decodeModels(header: string | null): ModelsState | undefined {
  try {
    return header === null ? undefined : readModels(JSON.parse(decodeURIComponent(header)));
  } catch {
    return undefined;
  }
}

/** Keeps only what is known; undefined where nothing is said of a model. */
export function readModels(value: unknown): ModelsState | undefined {
  const { model, embeddings } = Object(value) as Record<string, unknown>;
  if (model !== null && typeof model !== 'object') return undefined;
  const { name, status: answers } = Object(model) as Record<string, unknown>;
  const modelStatus = MODEL_STATUSES.find(one => one === answers);
  const { model: encoder, status } = Object(embeddings) as Record<string, unknown>;
  const known = EMBEDDINGS_STATUSES.find(one => one === status);
  return {
    model: model && { name: isName(name) ? name : null, ...(modelStatus && { status: modelStatus }) },
    ...(isName(encoder) && known && { embeddings: { model: encoder, status: known } }),
  };
}

/** Like `readModels`, with the list of models. */
export function readModelsReport(value: unknown): ModelsReport | undefined {
  const state = readModels(value);
  const { available } = Object(value) as Record<string, unknown>;
  return state && { ...state, available: Array.isArray(available) ? listedNames(available) : null };
}

/** The names of a list of models that can be a setting. */
export function listedNames(names: readonly unknown[]): string[] {
  return [...new Set(names.filter(isName))].slice(0, MODELS_MAX);
}

/** Whether a name is one of a list. Ollama takes names without `:latest`, Gemini without `models/`. */
export function isListedModel(name: string, available: readonly string[]): boolean {
  return [name, `${name}:latest`, `models/${name}`].some(spelling => available.includes(spelling));
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= NAME_MAX;
}
