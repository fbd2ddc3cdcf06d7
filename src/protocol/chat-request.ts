import * as v from 'valibot';
import { ProtocolError } from './errors.ts';
import { CONVERSATION_ID_MAX, MESSAGE_MAX, USER_ID_MAX } from './limits.ts';
import { isMessage, storable } from './text.ts';
import { toolResultsSchema, toolsSchema } from './tool-schemas.ts';
import { identifier, noArray, parse, text } from './validation.ts';

/**
 * The body of a chat request, docs/interface.md section 2.1. Fields it does not name are ignored. `tools` and `toolResults`
 * are additions of this project.
 */
export const chatRequestSchema = noArray(
  v.object({
    message: v.pipe(v.string('must be a string'), v.metadata({ minLength: 1, maxLength: MESSAGE_MAX })),
    stream: v.optional(v.boolean('must be true or false'), false),
    conversationId: v.optional(text(1, CONVERSATION_ID_MAX)),
    userId: v.optional(identifier(USER_ID_MAX)),
    tools: v.optional(toolsSchema),
    toolResults: v.optional(toolResultsSchema),
  }),
);

export type ChatRequest = v.InferOutput<typeof chatRequestSchema>;

const name = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined);
const claimsSchema = v.fallback(v.object({ conversationId: name, userId: name, userHash: name }), {});

/**
 * The user and the conversation that a body names. They are checked first, for permission (403) and existence (404),
 * before the rest of the body (400). A value that is not a name is left to `parseChatRequest`.
 */
export function readClaims(body: unknown): v.InferOutput<typeof claimsSchema> {
  return v.parse(claimsSchema, body);
}

/**
 * Parses a chat request.
 * @throws ProtocolError `invalid_message` for a message outside 1 to 2000 characters or of white space alone,
 *   `invalid_request` for a field of the wrong type.
 */
export function parseChatRequest(body: unknown): ChatRequest {
  const request = parse(chatRequestSchema, body);
  checkMessage(request.message);
  return { ...request, message: storable(request.message) };
}

/** @throws ProtocolError `invalid_message` */
function checkMessage(message: string): void {
  if (!isMessage(message)) throw invalidMessage();
}

function invalidMessage(): ProtocolError {
  return new ProtocolError(
    'invalid_message',
    `message: must have 1 to ${MESSAGE_MAX} characters, not white space alone`,
  );
}

/**
 * The error for a body over its limit: `invalid_message` if that is what is wrong with its message (docs/interface.md section
 * 7), undefined otherwise.
 */
export function refusalOfLargeBody(body: unknown): ProtocolError | undefined {
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === 'string' && !isMessage(message) ? invalidMessage() : undefined;
}
