import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described> } | undefined>>;
}
interface Described {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, object>;
}

/** Validates answers against an OpenAPI 3.1 description, whose schemas are JSON Schema 2020-12. */
export class OpenApiCheck {
  readonly #description: Description;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();
  checked = 0;

  constructor(description: unknown) {
    this.#description = description as Description;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(description as object, 'openapi');
  }

  /** Fails on a status, header or body that the description doesn't have. */
  response(path: string, method: string, status: number, headers: Headers, text: string): void {
    const what = `${method.toUpperCase()} ${path} ${status}`;
    const described = this.#description.paths[path]?.[method]?.responses[String(status)];
    assert.ok(described, `${what}: is described`);
    for (const [name, header] of Object.entries(described.headers ?? {})) {
      const value = headers.get(name);
      assert.ok(value !== null || !header.required, `${what}: has ${name}`);
      if (value !== null) this.#validate(`${what} ${name}`, header.schema, Number(value));
    }
    const type = (headers.get('Content-Type') ?? '').split(';')[0]!;
    assert.ok(described.content?.[type], `${what}: may be ${type}`);
    const pointer = ['', 'paths', path, method, 'responses', String(status), 'content', type, 'schema']
      .map(step => step.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const schema = { $ref: `openapi#${pointer}` };
    const bodies = type === 'text/event-stream' ? eventsOf(text) : [JSON.parse(text) as unknown];
    for (const body of bodies) this.#validate(`${what} ${type}`, schema, body);
    this.checked++;
  }

  #validate(what: string, schema: object, value: unknown): void {
    let validate = this.#validators.get(what);
    if (!validate) {
      validate = this.#ajv.compile(schema);
      this.#validators.set(what, validate);
    }
    assert.ok(validate(value), `${what}: ${this.#ajv.errorsText(validate.errors)}`);
  }
}

/** The events of a stream in the form of section 6, and no other. */
export function eventsOf(text: string): { type: string; [field: string]: unknown }[] {
  assert.match(text, /^(?:data: \{.*\}\n\n)+$/, 'a stream is data lines, each with a blank line behind it');
  return text
    .slice(0, -2)
    .split('\n\n')
    .map(block => JSON.parse(block.slice('data: '.length)) as { type: string });
}
