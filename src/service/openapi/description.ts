import { CONVERSATIONS_PER_PAGE, CONVERSATIONS_PER_PAGE_MAX } from '../../protocol/conversations.ts';
import { PAGE_DEFAULT, PER_PAGE_DEFAULT, PER_PAGE_MAX, PER_PAGE_MIN } from '../../protocol/limits.ts';
import { RATE_LIMIT_HEADERS } from '../../protocol/rate-limit.ts';
import { ANSWERS_MAX, QUESTION_DAYS } from '../../protocol/taught-answers.ts';
import { errors, json, pathParameter } from './operations.ts';
import { ref, schemas } from './schemas.ts';
import type { JsonSchema } from './settings-schema.ts';
import { sourcePaths } from './source-paths.ts';

const FILTERS = ['q', 'state', 'from', 'to', 'user', 'visitor', 'language', 'ids'];

let description: JsonSchema | undefined;

/** The interface as an OpenAPI 3.1 description, made from the validators and tables that the routes use. */
export function openApi(): JsonSchema {
  description ??= {
    openapi: '3.1.0',
    info: { title: 'Conversational agent service', version: '2.0.0-beta' },
    security: [{ key: [] }],
    paths: {
      '/api/v2/agents/{agentId}/chat': {
        parameters: [pathParameter('agentId')],
        post: {
          operationId: 'chat',
          summary: 'Chat with an agent',
          requestBody: json('ChatRequest'),
          responses: chatResponses(),
        },
      },
      '/v2/chatbots/{chatbotId}/contacts': {
        parameters: [pathParameter('chatbotId')],
        post: {
          operationId: 'createContacts',
          summary: 'Create 1 to 1000 contacts, all or none',
          requestBody: json('CreateContacts'),
          responses: {
            201: { description: 'Created.', ...json('CreatedContacts') },
            ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503, 507),
          },
        },
        get: {
          operationId: 'listContacts',
          summary: 'List contacts in the order created',
          parameters: [
            queryParameter('page', { minimum: 1, default: PAGE_DEFAULT }),
            queryParameter('per_page', {
              minimum: PER_PAGE_MIN,
              maximum: PER_PAGE_MAX,
              default: PER_PAGE_DEFAULT,
            }),
          ],
          responses: {
            200: { description: 'One page.', ...json('ContactPage') },
            ...errors(400, 401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/contacts/{contactId}': {
        parameters: [pathParameter('chatbotId'), pathParameter('contactId')],
        post: {
          operationId: 'changeContact',
          summary: 'Change the given fields of a contact; null removes a value',
          requestBody: json('ContactPatch'),
          responses: {
            200: { description: 'The whole contact.', ...json('ContactAnswer') },
            ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503, 507),
          },
        },
        delete: {
          operationId: 'deleteContact',
          summary: 'Delete a contact; an empty one stays in its place',
          responses: {
            200: { description: 'Deleted.', ...json('Deleted') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/draft-chat': {
        parameters: [pathParameter('chatbotId')],
        post: {
          operationId: 'draftChat',
          summary: 'Chat with an agent using draft settings, which are not stored',
          requestBody: json('DraftChatRequest'),
          responses: chatResponses(),
        },
      },
      '/v2/chatbots/{chatbotId}/conversations': {
        parameters: [pathParameter('chatbotId')],
        get: {
          operationId: 'listConversations',
          summary:
            'List conversations, newest first; filters: `q`, `state`, `from`, `to`, `user`, `visitor`, `language`, `ids`',
          parameters: [
            ...FILTERS.map(filterParameter),
            queryParameter('limit', {
              minimum: 1,
              maximum: CONVERSATIONS_PER_PAGE_MAX,
              default: CONVERSATIONS_PER_PAGE,
            }),
            filterParameter('before'),
            filterParameter('details'),
          ],
          responses: {
            200: {
              description: 'One page; `next` is the `before` of the next one.',
              ...json('ConversationPage'),
            },
            ...errors(400, 401, 403, 404, 405, 429, 500, 503),
          },
        },
        delete: {
          operationId: 'deleteConversations',
          summary: 'Delete all conversations of one `user` or one `visitor`, all or none',
          parameters: [filterParameter('user'), filterParameter('visitor')],
          responses: {
            200: { description: 'The number deleted.', ...json('Deleted') },
            ...errors(400, 401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/conversations/export': {
        parameters: [pathParameter('chatbotId')],
        get: {
          operationId: 'exportConversations',
          summary: 'All conversations of the same filters as a file: `format` is `json`, `csv` or `md`',
          parameters: [filterParameter('format'), ...FILTERS.map(filterParameter)],
          responses: {
            200: {
              description: 'The file, written while it is read.',
              content: {
                'application/json': { schema: { type: 'array', items: ref('Conversation') } },
                'text/csv': {},
                'text/markdown': {},
              },
            },
            ...errors(400, 401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/conversations/{conversationId}': {
        parameters: [pathParameter('chatbotId'), pathParameter('conversationId')],
        get: {
          operationId: 'readConversation',
          summary: 'One conversation with its messages, what they were made from, and their credits',
          responses: {
            200: { description: 'The conversation.', ...json('ConversationAnswer') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
        delete: {
          operationId: 'deleteConversation',
          summary: 'Delete one conversation; its charges stay',
          responses: {
            200: { description: 'Deleted.', ...json('Deleted') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/answers': {
        parameters: [pathParameter('chatbotId')],
        get: {
          operationId: 'listAnswers',
          summary: 'List the answers that the owner has written, the latest first',
          responses: {
            200: { description: 'All of them.', ...json('TaughtAnswerList') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
        post: {
          operationId: 'createAnswer',
          summary: `Teach an answer; an agent has at most ${ANSWERS_MAX}`,
          requestBody: json('TaughtAnswerInput'),
          responses: {
            201: { description: 'In force for the next question.', ...json('TaughtAnswerAnswer') },
            ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503, 507),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/answers/unanswered': {
        parameters: [pathParameter('chatbotId')],
        get: {
          operationId: 'listUnanswered',
          summary: `Questions of the last ${QUESTION_DAYS} days without an answer, alike ones together`,
          responses: {
            200: { description: 'The most frequent first.', ...json('UnansweredList') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/answers/check': {
        parameters: [pathParameter('chatbotId')],
        post: {
          operationId: 'checkAnswer',
          summary: `Which questions of the last ${QUESTION_DAYS} days an answer would change; stores nothing`,
          requestBody: json('AnswerCheckInput'),
          responses: {
            200: { description: 'The questions, the latest first.', ...json('AnswerCheck') },
            ...errors(400, 401, 403, 404, 405, 413, 415, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/answers/{answerId}': {
        parameters: [pathParameter('chatbotId'), pathParameter('answerId')],
        post: {
          operationId: 'changeAnswer',
          summary: 'Change the given fields of an answer, such as `paused`',
          requestBody: json('TaughtAnswerPatch'),
          responses: {
            200: { description: 'The whole answer.', ...json('TaughtAnswerAnswer') },
            ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503, 507),
          },
        },
        delete: {
          operationId: 'deleteAnswer',
          summary: 'Delete an answer',
          responses: {
            200: { description: 'Deleted; can be undone for 30 days.', ...json('Deleted') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/answers/{answerId}/restore': {
        parameters: [pathParameter('chatbotId'), pathParameter('answerId')],
        post: {
          operationId: 'restoreAnswer',
          summary: 'Undo the deletion of an answer',
          responses: {
            200: { description: 'The whole answer.', ...json('TaughtAnswerAnswer') },
            ...errors(401, 403, 404, 405, 409, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/personal-data/find': {
        parameters: [pathParameter('chatbotId')],
        post: {
          operationId: 'findPerson',
          summary: 'All that is stored about a person: `user`, `visitor` or `email`',
          requestBody: json('Person'),
          responses: {
            200: {
              description:
                'The ids of conversations, digests of the visitor, and the contacts and taught answers.',
              ...json('PersonTraces'),
            },
            ...errors(400, 401, 403, 404, 405, 413, 415, 429, 500, 503),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/personal-data/delete': {
        parameters: [pathParameter('chatbotId')],
        post: {
          operationId: 'forgetPerson',
          summary: 'Remove all that is stored about a person, or nothing',
          requestBody: json('Person'),
          responses: {
            200: { description: 'How much was removed.', ...json('Forgotten') },
            ...errors(400, 401, 403, 404, 405, 413, 415, 429, 500, 503, 507),
          },
        },
      },
      '/v2/chatbots/{chatbotId}/models': {
        parameters: [pathParameter('chatbotId')],
        get: {
          operationId: 'listModels',
          summary: 'Whether a model is connected and answers, and the models that its endpoint offers',
          responses: {
            200: { description: 'As the endpoint of the model answers now.', ...json('ModelsReport') },
            ...errors(401, 403, 404, 405, 429, 500, 503),
          },
        },
      },
      ...sourcePaths(),
      '/v2/chatbots/settings': {
        post: {
          operationId: 'patchSettings',
          summary: 'Change settings: objects merge by key, arrays and null replace',
          requestBody: json('SettingsPatch'),
          responses: {
            202: { description: 'Stored. Applies from the next request on.', ...json('Message') },
            ...errors(400, 401, 403, 404, 405, 413, 415, 429, 500, 503, 507),
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: schemas(),
    },
  };
  return description;
}

function chatResponses(): JsonSchema {
  return withRateLimit({
    200: {
      description: 'The reply, as JSON or as a stream of `data:` lines.',
      content: {
        'application/json': { schema: ref('ChatAnswer') },
        'text/event-stream': { schema: ref('StreamEvent') },
      },
    },
    ...errors(400, 401, 402, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504, 507),
  });
}

function withRateLimit(responses: JsonSchema): JsonSchema {
  const headers = Object.fromEntries(
    RATE_LIMIT_HEADERS.map(name => [name, { required: true, schema: { type: 'integer', minimum: 0 } }]),
  );
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, { ...(response as object), headers }]),
  );
}

function filterParameter(name: string): JsonSchema {
  return { name, in: 'query', schema: { type: 'string' } };
}

function queryParameter(name: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'query', schema: { type: 'integer', ...schema } };
}
