import type { ServiceOptions } from '../service/index.ts';
import { UsageError, type VariableName, type Variables, webAddress, wholeNumber } from './variables.ts';

/** The variables about the endpoint and its embeddings model. */
export const EMBEDDING_VARIABLES = [
  'OPENAI_BASE_URL',
  'OPENAI_API_KEY',
  'EMBEDDING_MODEL',
] as const satisfies readonly VariableName[];

/** The variables about the model that writes answers. */
export const MODEL_VARIABLES = [
  ...EMBEDDING_VARIABLES,
  'MODEL_TIMEOUT',
  'PASSAGE_BUDGET',
  'QUERY_REWRITE',
] as const satisfies readonly VariableName[];

const SILENCE_MIN = 10;
const SILENCE_MAX = 240;
const BUDGET_MIN = 200;
const BUDGET_MAX = 500_000;

type EmbeddingOptions = Pick<ServiceOptions, 'openaiBaseUrl' | 'openaiApiKey' | 'embeddingModel'>;
type ModelOptions = EmbeddingOptions &
  Pick<ServiceOptions, 'modelTimeout' | 'passageBudget' | 'queryRewrite'>;

/** @throws UsageError */
export function modelOptions(variables: Variables): ModelOptions {
  return {
    ...embeddingOptions(variables),
    modelTimeout: modelTimeout(variables),
    passageBudget: wholeNumber(variables, 'PASSAGE_BUDGET', BUDGET_MAX, BUDGET_MIN),
    queryRewrite: isOn(variables, 'QUERY_REWRITE'),
  };
}

/** @throws UsageError */
export function embeddingOptions(variables: Variables): EmbeddingOptions {
  const { OPENAI_API_KEY: openaiApiKey, EMBEDDING_MODEL: embeddingModel } = variables;
  const openaiBaseUrl = webAddress(variables, 'OPENAI_BASE_URL');
  if (embeddingModel && !openaiBaseUrl && !openaiApiKey)
    throw new UsageError('EMBEDDING_MODEL needs OPENAI_BASE_URL, or OPENAI_API_KEY for the API of OpenAI.');
  return { openaiBaseUrl, openaiApiKey, embeddingModel };
}

/** Seconds a model may be silent. @throws UsageError */
export function modelTimeout(variables: Variables): number | undefined {
  return wholeNumber(variables, 'MODEL_TIMEOUT', SILENCE_MAX, SILENCE_MIN);
}

/** @throws UsageError */
function isOn(variables: Variables, name: 'QUERY_REWRITE'): boolean | undefined {
  const value = variables[name]?.toLowerCase();
  if (value === undefined) return undefined;
  if (value === 'on' || value === 'off') return value === 'on';
  throw new UsageError(`${name} must be on or off, not "${variables[name]}".`);
}
