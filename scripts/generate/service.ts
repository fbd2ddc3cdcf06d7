import { join } from 'node:path';
import { VARIABLES } from '../../src/cli/variables.ts';
import { openApi } from '../../src/service/openapi/description.ts';
import { documentedRows } from './documented-rows.ts';
import { table } from './table.ts';

const CONTRACT = join(import.meta.dirname, '../../src/service/contract.ts');

const NAMED_DIFFERENTLY: Readonly<Record<string, string>> = {
  docsDirs: 'DOCS_DIR',
  openaiApiKey: 'OPENAI_API_KEY',
  allowPrivateSites: 'PRIVATE_SITES',
};

interface Operation {
  summary: string;
  parameters?: readonly { name: string; schema: { default?: number } }[];
  responses: Record<string, { description: string }>;
}

/** The options of `createService()`, each with its variable. */
export function serviceOptions(): string {
  return table(
    ['option', 'variable', 'meaning'],
    documentedRows(CONTRACT, 'export interface ServiceOptions').map(({ name, text }) => {
      const variable =
        NAMED_DIFFERENTLY[name] ?? name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();
      return [`\`${name}\``, variable in VARIABLES ? `\`${variable}\`` : '', text];
    }),
  );
}

/** The routes of the service's interface, as its OpenAPI description has them. */
export function serviceRoutes(): string {
  const { paths } = openApi() as { paths: Record<string, Record<string, unknown>> };
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => rowOf(`${method.toUpperCase()} ${path}`, operation as Operation)),
  );
  return table(['request', 'what it does', 'answer'], rows);
}

function rowOf(request: string, { summary, parameters = [], responses }: Operation): string[] {
  const [status, { description }] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
  const defaults = parameters
    .filter(({ schema }) => schema.default !== undefined)
    .map(({ name, schema }) => `\`${name}\` is ${schema.default} by default`);
  return [`\`${request}\``, [summary, ...defaults].join('; '), `${status}: ${description}`];
}
