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
}

export interface EmbeddingsState {
  model: string;
  status: EmbeddingsStatus;
}

/** `unreachable`: the last request failed. `unsupported`: the database has no vectors (pgvector). */
export type EmbeddingsStatus = (typeof STATUSES)[number];

const STATUSES = ['ok', 'unreachable', 'unsupported'] as const;
const NAME_MAX = 200;

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
  const { name } = Object(model) as Record<string, unknown>;
  const { model: encoder, status } = Object(embeddings) as Record<string, unknown>;
  const known = STATUSES.find(one => one === status);
  return {
    model: model && { name: isName(name) ? name : null },
    ...(isName(encoder) && known && { embeddings: { model: encoder, status: known } }),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= NAME_MAX;
}
