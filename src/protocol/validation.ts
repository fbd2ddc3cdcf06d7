import * as v from 'valibot';
import { invalidField } from './errors.ts';
import { countCharacters, storable } from './text.ts';

/** Validates a value from outside. @throws ProtocolError `invalid_request` that names the first invalid field */
export function parse<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  root = 'body',
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true, message: wordsFor });
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw invalidField(v.getDotPath(issue) ?? root, issue.message);
}

/** The message for an issue without one in the schema: valibot's own are for developers and quote the value. */
function wordsFor({ received }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : 'must be an object';
}

/** A string of `min` to `max` characters, with characters that cannot be stored replaced. */
export function text(min: number, max: number) {
  return v.pipe(
    v.string('must be a string'),
    v.check(value => fits(value, min, max), rule(min, max)),
    v.transform(storable),
    v.metadata({ minLength: min, maxLength: max }),
  );
}

/** An identifier. Characters that cannot be stored are an error: replacing them could make it equal another one. */
export function identifier(max: number) {
  return v.pipe(
    v.string('must be a string'),
    v.check(value => fits(value, 1, max), rule(1, max)),
    v.check(value => value === storable(value), 'must hold no NUL and no half of a surrogate pair'),
    v.metadata({ minLength: 1, maxLength: max }),
  );
}

/** The rule that an address with another scheme breaks. */
export function schemeFault({ protocol }: URL): string {
  return `must be an http or https address, not ${protocol.slice(0, -1)}`;
}

function fits(value: string, min: number, max: number): boolean {
  const length = countCharacters(value);
  return length >= min && length <= max;
}

function rule(min: number, max: number): string {
  return min > 0 ? `must have ${min} to ${max} characters` : `must have at most ${max} characters`;
}

/** The same schema, refusing arrays, which valibot would otherwise accept as objects without fields. */
export function noArray<const S extends v.GenericSchema>(schema: S): S {
  const run: S['~run'] = (dataset, config) =>
    schema['~run'](Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, '~run': run };
}

/**
 * The same schema for an object with fields of any name: valibot silently drops "constructor", "prototype" and
 * `__proto__`. Refuses arrays.
 */
export function freeForm<const S extends v.GenericSchema<object>>(schema: S): S {
  const checked = noArray(schema);
  const run: S['~run'] = (dataset, config) => {
    const given = dataset.value as object;
    const result = checked['~run'](dataset, config);
    if (result.issues) return result;
    // Copying hundreds of thousands of fields takes time, and almost always nothing was dropped.
    if (Object.keys(result.value).length === Object.keys(given).length) return result;
    return { ...result, value: { ...given, ...result.value } };
  };
  return { ...checked, '~run': run };
}
