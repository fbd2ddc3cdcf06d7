import { toJsonSchema } from '@valibot/to-json-schema';
import { chatRequestSchema } from '../../protocol/chat-request.ts';
import { contactInputSchema, createContactsSchema } from '../../protocol/contacts.ts';
import { CONVERSATION_STATES } from '../../protocol/conversations.ts';
import { EMBEDDINGS_STATUSES, MODEL_STATUSES } from '../../protocol/models-state.ts';
import { personSchema } from '../../protocol/personal-data.ts';
import { askSchema, entrySchema, siteSchema, uploadPieceSchema } from '../../protocol/source-input.ts';
import { SKIP_CODES } from '../../protocol/sources.ts';
import {
  answerCheckSchema,
  taughtAnswerPatchSchema,
  taughtAnswerSchema,
} from '../../protocol/taught-answer-input.ts';
import type { JsonSchema } from './settings-schema.ts';
import { settingsPatchSchema, settingsSchema } from './settings-schema.ts';

/** The bodies of the interface as JSON Schema 2020-12: requests from the validators, responses from docs/interface.md section 2. */
export function schemas(): Record<string, JsonSchema> {
  return {
    ChatRequest: fromValidator(chatRequestSchema),
    DraftChatRequest: {
      allOf: [ref('ChatRequest'), { type: 'object', properties: { settings: settingsSchema() } }],
    },
    ChatAnswer: object({ data: ref('AssistantMessage') }),
    AssistantMessage: object({
      id: uuid,
      role: { const: 'assistant' },
      parts: { type: 'array', items: ref('Part'), minItems: 1 },
      metadata: object({
        userMessageId: uuid,
        conversationId: uuid,
        userId: { type: ['string', 'null'] },
        finishReason: { type: 'string', description: '`stop`, or what the model provider gave.' },
        usage: object({ credits: { type: 'number', minimum: 0 } }),
      }),
    }),
    Part: {
      // Section 9 allows further types. The known ones have these fields.
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string' } },
      allOf: [
        whenType('text', { text: { type: 'string' }, language: { type: 'string' } }, ['text']),
        whenType('citation', { title: text, url: text, quote: text }, ['title']),
        whenType('tool-call', { id: text, name: text, state: { enum: ['running', 'done', 'failed'] } }, [
          'id',
          'name',
          'state',
        ]),
      ],
    },
    StreamEvent: {
      oneOf: [
        object({ type: { const: 'token' }, content: text }),
        object({ type: { const: 'done' }, data: ref('AssistantMessage') }),
        { ...object({ type: { const: 'error' }, message: text, code: text }), required: ['type', 'message'] },
      ],
    },
    ContactInput: fromValidator(contactInputSchema),
    CreateContacts: fromValidator(createContactsSchema),
    CreatedContacts: object({ message: text, data: { type: 'array', items: object(createdContact) } }),
    ContactPatch: { ...fromValidator(contactInputSchema), required: [] },
    Contact: object(contact),
    ContactAnswer: object({ data: ref('Contact') }),
    ContactPage: object({
      message: text,
      data: { type: 'array', items: ref('Contact') },
      total: count,
      pages: object({ page: count, per_page: count, total_pages: count }),
    }),
    ConversationPage: object({ data: { type: 'array', items: ref('Conversation') }, next: textOrNull }),
    ConversationAnswer: object({ data: ref('Conversation') }),
    Conversation: {
      ...object({ ...conversation, messages: { type: 'array', items: object(conversationMessage) } }),
      // A list has the messages only with `details`.
      required: Object.keys(conversation),
    },
    Deleted: object({ data: object({ deleted: count }) }),
    TaughtAnswer: object(taughtAnswer),
    TaughtAnswerList: object({ data: { type: 'array', items: ref('TaughtAnswer') } }),
    TaughtAnswerAnswer: object({ data: ref('TaughtAnswer') }),
    TaughtAnswerInput: fromValidator(taughtAnswerSchema),
    TaughtAnswerPatch: fromValidator(taughtAnswerPatchSchema),
    UnansweredList: object({
      data: {
        type: 'array',
        items: object({ question: text, count, asked: { type: 'array', items: object(askedQuestion) } }),
      },
    }),
    AnswerCheckInput: fromValidator(answerCheckSchema),
    AnswerCheck: object({
      data: object({
        changed: {
          type: 'array',
          items: object({
            ...askedQuestion,
            wasUnanswered: { type: 'boolean' },
            isLost: { type: 'boolean' },
          }),
        },
        count,
        compared: count,
        isComplete: { type: 'boolean' },
      }),
    }),
    Person: fromValidator(personSchema),
    PersonTraces: object({
      data: withLinkedIds({
        conversations: { type: 'array', items: uuid },
        visitors: { type: 'array', items: text },
        contacts: { type: 'array', items: ref('Contact') },
        answers: { type: 'array', items: ref('TaughtAnswer') },
      }),
    }),
    Forgotten: object({
      data: withLinkedIds({ conversations: count, messages: count, contacts: count, answers: count }),
    }),
    ModelsReport: object({ data: modelsReport }),
    SourceList: object({
      data: {
        type: 'array',
        items: { ...object(source), required: Object.keys(source).filter(name => name !== 'reading') },
      },
    }),
    SiteReading: siteReading,
    SiteChange: fromValidator(siteSchema),
    Site: object({ data: object({ name: text, reading: ref('SiteReading') }) }),
    SkippedList: object({ data: { type: 'array', items: object(skipped) } }),
    SourceEntry: fromValidator(entrySchema),
    Restored: object({ data: object({ restored: count }) }),
    DocumentList: object({ data: { type: 'array', items: object(document) } }),
    PassageList: object({ data: { type: 'array', items: object({ heading: text, body: text }) } }),
    UploadPiece: fromValidator(uploadPieceSchema),
    UploadState: object({ data: uploadState }),
    Ask: fromValidator(askSchema),
    QuestionFindings: object({ data: object(findings) }),
    SettingsPatch: settingsPatchSchema(),
    Message: object({ message: text }),
    Error: object({
      error: {
        ...object({ code: text, message: text, retriable: { const: false } }),
        required: ['code', 'message'],
      },
    }),
  };
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function fromValidator(schema: Parameters<typeof toJsonSchema>[0]): JsonSchema {
  // Leaves out rules that JSON Schema cannot express, such as "not blank".
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
    target: 'draft-2020-12',
  });
  return rest;
}

/** With the ids whose conversations an email address does not cover, if there are any. */
function withLinkedIds(properties: Record<string, JsonSchema>): JsonSchema {
  const linkedIds: JsonSchema = { type: 'array', items: text };
  return { ...object({ ...properties, linkedIds }), required: Object.keys(properties) };
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function whenType(type: string, properties: Record<string, JsonSchema>, required: string[]): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: { properties: { type: { const: type } } }, then: { properties, required } };
}

const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const uuid: JsonSchema = { type: 'string', format: 'uuid' };

const createdContact: Record<string, JsonSchema> = {
  id: uuid,
  external_id: text,
  name: textOrNull,
  email: textOrNull,
  custom_attributes: { type: 'object' },
  created_at: { ...count, description: 'Unix seconds.' },
  updated_at: { ...count, description: 'Unix seconds.' },
};
const contact: Record<string, JsonSchema> = {
  ...createdContact,
  phonenumber: textOrNull,
  payment_accounts: {
    type: 'array',
    items: { type: 'object', properties: { label: text, payment_id: text, payment_email: text } },
  },
};
const seconds: JsonSchema = { ...count, description: 'Unix seconds.' };
const conversation: Record<string, JsonSchema> = {
  id: uuid,
  createdAt: seconds,
  updatedAt: seconds,
  messageCount: count,
  userId: textOrNull,
  visitor: textOrNull,
  language: textOrNull,
  states: { type: 'array', items: { enum: [...CONVERSATION_STATES] } },
  question: text,
};
const conversationMessage: Record<string, JsonSchema> = {
  id: uuid,
  role: { enum: ['user', 'assistant'] },
  parts: { type: 'array', items: ref('Part') },
  finishReason: textOrNull,
  outcome: { enum: ['nothing-found', 'near-miss', null] },
  userId: textOrNull,
  createdAt: seconds,
  credits: { type: ['number', 'null'] },
  passages: {
    type: 'array',
    items: { type: 'object', properties: { title: text, url: text, answerId: uuid }, required: ['title'] },
  },
};
const taughtAnswer: Record<string, JsonSchema> = {
  id: uuid,
  question: text,
  otherWays: { type: 'array', items: text },
  answer: { ...text, description: 'Markdown.' },
  url: textOrNull,
  paused: { type: 'boolean' },
  uses: { ...count, description: 'How often it was given.' },
  createdAt: seconds,
  updatedAt: seconds,
};
const source: Record<string, JsonSchema> = {
  name: text,
  kind: { enum: ['uploads', 'folder', 'site', 'sample'] },
  isFollowed: { type: 'boolean' },
  documents: count,
  passages: count,
  readAt: { type: ['integer', 'null'], description: 'Unix seconds.' },
  reading: ref('SiteReading'),
};
const siteReading: JsonSchema = object({
  state: { enum: ['waiting', 'reading', 'paused', 'idle'] },
  ...{ found: count, done: count, skipped: count },
  secondsLeft: { type: ['integer', 'null'], description: 'Estimated.' },
  everyHours: { type: ['integer', 'null'] },
  nextAt: { type: ['integer', 'null'], description: 'Unix seconds.' },
  fault: { enum: [...SKIP_CODES, null] },
});
const skipped: Record<string, JsonSchema> = {
  path: text,
  reason: { enum: [...SKIP_CODES, 'forgotten'] },
};
const document: Record<string, JsonSchema> = {
  ...{ id: count, path: text, title: text, url: text, size: count, passages: count },
  readAt: { type: ['integer', 'null'], description: 'Unix seconds.' },
};
const uploadState: JsonSchema = {
  ...object({
    received: { ...count, description: 'Where the next piece begins.' },
    status: { enum: ['receiving', 'reading', 'stored', 'skipped'] },
    reason: { enum: [...SKIP_CODES] },
    warning: text,
  }),
  required: ['received', 'status'],
};
const findings: Record<string, JsonSchema> = {
  taught: { type: ['object', 'null'], properties: { id: uuid, question: text } },
  passages: {
    type: 'array',
    items: object({
      ...{ title: text, url: text, heading: text, body: text },
      verdict: { enum: ['answers', 'may-help', 'too-little'] },
      found: { type: 'array', items: text },
      missing: { type: 'array', items: text },
    }),
  },
};
const modelsReport: JsonSchema = {
  ...object({
    model: {
      type: ['object', 'null'],
      properties: {
        name: { ...textOrNull, description: 'Of agents whose settings name none.' },
        status: { enum: [...MODEL_STATUSES] },
      },
      required: ['name'],
    },
    embeddings: { type: 'object', properties: { model: text, status: { enum: [...EMBEDDINGS_STATUSES] } } },
    available: {
      type: ['array', 'null'],
      items: text,
      description: 'Null if the endpoint does not list its models.',
    },
  }),
  required: ['model', 'available'],
};
const askedQuestion: Record<string, JsonSchema> = { text, conversationId: uuid, askedAt: seconds };
