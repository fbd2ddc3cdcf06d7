import { parseCreateContacts } from '../protocol/contacts.ts';
import { CONVERSATIONS_PER_PAGE_MAX } from '../protocol/conversations.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { textOf } from '../protocol/message.ts';
import { UPLOADS } from '../protocol/sources.ts';
import { headline } from './answerers/citations.ts';
import { DocumentAnswerer } from './answerers/documents.ts';
import { saysNothingFound } from './answerers/no-answer.ts';
import type { Management } from './contract.ts';
import { ensureFirstAgent } from './first-run.ts';
import type { PassageStore } from './knowledge/index/passage-store.ts';
import { forget, ingest } from './knowledge/sources/ingest.ts';
import type { SampleDocuments } from './knowledge/sources/sample-documents.ts';
import type { Uploads } from './knowledge/sources/uploads.ts';
import type { Embeddings } from './model/embeddings.ts';
import { type Agent, createAgent, findAgent, listAgents } from './storage/agents.ts';
import { allContacts, createContacts, deleteContact } from './storage/contacts.ts';
import { listConversations } from './storage/conversation-index.ts';
import { deleteConversation, pastConversation, pastConversations } from './storage/conversations.ts';
import type { MessageIndex } from './storage/engine.ts';
import { createKey, listKeys, revokeKey } from './storage/keys.ts';
import { findPerson, forgetPerson } from './storage/personal-data.ts';
import type { Database } from './storage/tables.ts';
import { createWorkspace, listWorkspaces } from './storage/workspaces.ts';

export interface ManagementOptions {
  database: Database;
  index: MessageIndex;
  passages: PassageStore;
  sample: SampleDocuments;
  uploads: Uploads;
  embeddings: Embeddings | undefined;
}

/** What the command line manages without a request. */
export function createManagement({
  database,
  index,
  passages,
  sample,
  uploads,
  embeddings,
}: ManagementOptions): Management {
  const agentOf = async (id: string): Promise<Agent> => {
    const agent = await findAgent(database, id);
    if (!agent) throw new ProtocolError('not_found', 'No agent has this id.');
    return agent;
  };
  const answerer = new DocumentAnswerer(passages, { paceMs: 0 });
  return {
    createWorkspace: options => createWorkspace(database, options),
    listWorkspaces: () => listWorkspaces(database),
    createKey: options => createKey(database, options),
    listKeys: workspaceId => listKeys(database, workspaceId),
    revokeKey: id => revokeKey(database, id),
    createAgent: options =>
      'workspaceId' in options
        ? createAgent(database, options)
        : database.transaction().execute(async writer => {
            const { id: workspaceId } = await createWorkspace(writer, options.newWorkspace);
            return createAgent(writer, { ...options, workspaceId });
          }),
    listAgents: workspaceId => listAgents(database, workspaceId),
    firstAgent: () => ensureFirstAgent(database),
    settings: async agentId => (await agentOf(agentId)).settings,
    createContacts: async (agentId, contacts) =>
      createContacts(database, (await agentOf(agentId)).id, parseCreateContacts({ users: contacts })),
    async *contacts(agentId) {
      yield* allContacts(database, (await agentOf(agentId)).id);
    },
    deleteContact: async (agentId, who) => deleteContact(database, (await agentOf(agentId)).id, who),
    async *conversations(agentId, filter = {}) {
      yield* pastConversations(database, (await agentOf(agentId)).id, filter);
    },
    conversation: id => pastConversation(database, id),
    deleteConversation: id => deleteConversation(database, index, id),
    findPerson: async (agentId, person) => findPerson(database, (await agentOf(agentId)).id, person),
    forgetPerson: async (agentId, person) =>
      forgetPerson(database, index, (await agentOf(agentId)).id, person),
    async *conversationDetails(agentId, ids) {
      const { id } = await agentOf(agentId);
      for (let at = 0; at < ids.length; at += CONVERSATIONS_PER_PAGE_MAX) {
        const limit = CONVERSATIONS_PER_PAGE_MAX;
        const query = { ids: ids.slice(at, at + limit), limit, details: true as const };
        // A list has the newest first.
        yield (await listConversations(database, index, id, query)).data.reverse();
      }
    },
    async *unanswered(agentId, filter = {}) {
      for await (const { id, messages } of pastConversations(database, (await agentOf(agentId)).id, filter)) {
        for (const [i, { role, parts, createdAt }] of messages.entries()) {
          const before = messages[i - 1];
          if (role === 'assistant' && before && saysNothingFound(textOf(parts)))
            yield { conversationId: id, text: textOf(before.parts), askedAt: createdAt };
        }
      }
    },
    async ask(agentId, question) {
      const agent = await agentOf(agentId);
      const { text, quoted } = await answerer.answer({
        agentId: agent.id,
        turns: [{ role: 'user', text: question }],
        settings: agent.settings,
        signal: new AbortController().signal,
      });
      const paths = await passages.paths(quoted.map(({ passage }) => passage.documentId));
      const sources = quoted.map(({ passage }) => ({
        title: headline(passage),
        path: paths.get(passage.documentId) ?? passage.url,
        anchor: passage.anchor,
      }));
      return { text, sources };
    },
    async ingest(options) {
      const { id: agentId } = await agentOf(options.agentId);
      const report = await ingest(passages, { ...options, agentId });
      await sample.forget(agentId);
      await embeddings?.update();
      return { ...report, ...(embeddings && { embeddings: embeddings.status }) };
    },
    async forget(agentId, source) {
      const { id } = await agentOf(agentId);
      const forgotten = source === UPLOADS ? await uploads.forget(id) : 0;
      return forgotten > 0 ? forgotten : await forget(passages, id, source);
    },
  };
}
