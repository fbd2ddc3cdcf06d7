import { errors, json, pathParameter } from './operations.ts';
import type { JsonSchema } from './settings-schema.ts';

const SOURCE: JsonSchema = {
  name: 'source',
  in: 'query',
  required: true,
  schema: { type: 'string' },
};
const PREFIX = '/v2/chatbots/{chatbotId}/sources';

/** The extension that shows what an agent answers from. */
export function sourcePaths(): JsonSchema {
  return {
    [PREFIX]: {
      parameters: [pathParameter('chatbotId')],
      get: {
        operationId: 'listSources',
        summary: 'What the agent answers from, with its documents counted',
        responses: {
          200: {
            description: 'All sources, those of `ingest` and of followed folders too.',
            ...json('SourceList'),
          },
          ...errors(401, 403, 404, 405, 429, 500, 503),
        },
      },
      delete: {
        operationId: 'forgetSource',
        summary: 'Forget all documents of a source that the service does not follow',
        parameters: [SOURCE],
        responses: {
          200: { description: 'The number of documents.', ...json('Deleted') },
          ...errors(400, 401, 403, 404, 405, 409, 429, 500, 503),
        },
      },
    },
    [`${PREFIX}/sites`]: {
      parameters: [pathParameter('chatbotId')],
      post: {
        operationId: 'saveSite',
        summary: 'Add a website, or change when it is read',
        requestBody: json('SiteChange'),
        responses: {
          200: { description: 'How far it is read.', ...json('Site') },
          ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503),
        },
      },
    },
    [`${PREFIX}/skipped`]: {
      parameters: [pathParameter('chatbotId')],
      get: {
        operationId: 'listSkipped',
        summary: 'Pages of a source that were not read, and forgotten documents, up to 1,000',
        parameters: [SOURCE],
        responses: {
          200: { description: 'With the reason of each.', ...json('SkippedList') },
          ...errors(400, 401, 403, 404, 405, 429, 500, 503),
        },
      },
    },
    [`${PREFIX}/restore`]: {
      parameters: [pathParameter('chatbotId')],
      post: {
        operationId: 'restoreDocument',
        summary: 'Restore a forgotten document',
        requestBody: json('SourceEntry'),
        responses: {
          200: {
            description: 'Restored. A folder that is not followed is read at the next ingest.',
            ...json('Restored'),
          },
          ...errors(400, 401, 403, 404, 405, 413, 415, 429, 500, 503),
        },
      },
    },
    [`${PREFIX}/documents`]: {
      parameters: [pathParameter('chatbotId')],
      get: {
        operationId: 'listDocuments',
        summary: 'The documents of a source, up to 1,000',
        parameters: [SOURCE],
        responses: {
          200: { description: 'By their path.', ...json('DocumentList') },
          ...errors(400, 401, 403, 404, 405, 429, 500, 503),
        },
      },
    },
    [`${PREFIX}/documents/{documentId}`]: {
      parameters: [
        pathParameter('chatbotId'),
        { name: 'documentId', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } },
      ],
      get: {
        operationId: 'listPassages',
        summary: 'The passages of a document as they are searched, up to 500',
        responses: {
          200: { description: 'In their order.', ...json('PassageList') },
          ...errors(401, 403, 404, 405, 429, 500, 503),
        },
      },
      delete: {
        operationId: 'forgetDocument',
        summary: 'Forget a document; no later reading brings it back',
        responses: {
          200: { description: 'Forgotten.', ...json('Deleted') },
          ...errors(401, 403, 404, 405, 429, 500, 503),
        },
      },
    },
    [`${PREFIX}/uploads/{uploadId}`]: {
      parameters: [pathParameter('chatbotId'), pathParameter('uploadId')],
      post: {
        operationId: 'uploadPiece',
        summary: 'A piece of a file; after the last one the file is read',
        requestBody: json('UploadPiece'),
        responses: {
          200: { description: 'How far the upload is.', ...json('UploadState') },
          ...errors(400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503, 507),
        },
      },
    },
    [`${PREFIX}/ask`]: {
      parameters: [pathParameter('chatbotId')],
      post: {
        operationId: 'askSources',
        summary: 'Which passages are found for a question, and why',
        requestBody: json('Ask'),
        responses: {
          200: { description: 'The most relevant first, up to five.', ...json('QuestionFindings') },
          ...errors(400, 401, 403, 404, 405, 413, 415, 429, 500, 503),
        },
      },
    },
  };
}
