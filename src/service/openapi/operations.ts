import { ref } from './schemas.ts';
import type { JsonSchema } from './settings-schema.ts';

/** Parts of the description that many operations have. */

export function json(schema: string): JsonSchema {
  return { content: { 'application/json': { schema: ref(schema) } } };
}

export function errors(...statuses: number[]): JsonSchema {
  return Object.fromEntries(statuses.map(status => [status, { description: 'Error.', ...json('Error') }]));
}

export function pathParameter(name: string): JsonSchema {
  return { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
}
