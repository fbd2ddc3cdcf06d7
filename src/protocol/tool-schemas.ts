import * as v from 'valibot';
import {
  TOOL_CALL_ID_MAX,
  TOOL_DESCRIPTION_MAX,
  TOOL_NAME,
  TOOL_RESULTS_BYTES_MAX,
  TOOLS_BYTES_MAX,
  TOOLS_MAX,
} from './limits.ts';
import { jsonBytes } from './text.ts';
import { noArray, text } from './validation.ts';

const jsonObject = v.custom<Record<string, unknown>>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);

const name = v.pipe(
  v.string('must be a string'),
  v.regex(TOOL_NAME, 'must have 1 to 64 letters, digits, _ or -'),
);

function list<const S extends v.GenericSchema>(item: S, bytes: number) {
  return v.pipe(
    v.array(item, 'must be a list'),
    v.maxLength(TOOLS_MAX, `must have at most ${TOOLS_MAX} entries`),
    v.check(value => jsonBytes(value) <= bytes, `must have at most ${bytes} bytes as JSON`),
  );
}

/** `tools` of a chat request. */
export const toolsSchema = list(
  noArray(
    v.object({ name, description: text(0, TOOL_DESCRIPTION_MAX), inputSchema: v.optional(jsonObject) }),
  ),
  TOOLS_BYTES_MAX,
);

/** `toolResults` of a chat request. */
export const toolResultsSchema = list(
  noArray(
    v.object({
      id: text(1, TOOL_CALL_ID_MAX),
      state: v.picklist(['done', 'failed'], 'must be done or failed'),
      output: v.optional(v.unknown()),
    }),
  ),
  TOOL_RESULTS_BYTES_MAX,
);
