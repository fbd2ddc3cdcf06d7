import * as v from 'valibot';
import { invalidField } from './errors.ts';
import { countCharacters, storable } from './text.ts';

/** Checks a value from outside. Throws a ProtocolError `invalid_request` that names the first wrong field. */
export function parse<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  root = 'body',
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw invalidField(v.getDotPath(issue) ?? root, issue.message);
}

/** A string of `min` to `max` characters, with what can't be stored replaced. */
export function text(min: number, max: number) {
  const rule = min > 0 ? `must have ${min} to ${max} characters` : `must have at most ${max} characters`;
  return v.pipe(
    v.string('must be a string'),
    v.check(value => {
      const length = countCharacters(value);
      return length >= min && length <= max;
    }, rule),
    v.transform(storable),
    v.metadata({ minLength: min, maxLength: max }),
  );
}
