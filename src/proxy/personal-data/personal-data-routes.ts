import { type Context, Hono } from 'hono';
import { streamOf } from '../../protocol/conversation-export.ts';
import {
  CONVERSATIONS_PER_PAGE_MAX,
  type ConversationDetail,
  type ConversationList,
} from '../../protocol/conversations.ts';
import { invalidField } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import {
  type Forgotten,
  PERSON_BODY_MAX,
  type Person,
  type PersonTraces,
  parsePersonBody,
  personFile,
} from '../../protocol/personal-data.ts';
import { isTree } from '../../protocol/settings.ts';
import { visitorReference } from '../access/visitors.ts';
import type { ConversationReader } from '../conversations/read-conversations.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { storeUnavailable } from '../stores/stores.ts';
import { askService, dataOf, type ExtensionRoutesOptions, ownedAgent } from '../upstream/ask-service.ts';
import type { Erasures, PersonalData } from './erasures.ts';

export interface PersonalDataRoutesOptions extends ExtensionRoutesOptions {
  erasures: Erasures;
  reader: ConversationReader;
}

/** The service has to find, and may have to delete, years of conversations. */
const TIMEOUT_MS = 5 * 60_000;

const PERSON = '/v2/chatbots/:chatbotId/personal-data';

/**
 * All that is stored about one person, for the owner: an extension of our own service, to whose part the proxy adds the
 * ratings. Persons are named in bodies, so that no access log has their address.
 */
export function personalDataRoutes(options: PersonalDataRoutesOptions): Hono<ProxyEnv> {
  const { erasures, reader, logger } = options;
  const app = new Hono<ProxyEnv>();

  const serviceFor = (c: Context<ProxyEnv>): PersonalData => {
    const ask = async (agentId: string, action: 'find' | 'delete', person: Person): Promise<unknown> => {
      const answer = await askService(
        c,
        options,
        (service, signal) => service.personalData(agentId, action, person, signal),
        TIMEOUT_MS,
      );
      return dataOf(answer, action === 'find' ? isTraces : isForgotten);
    };
    return {
      find: async (agentId, person) => (await ask(agentId, 'find', person)) as PersonTraces,
      forget: async (agentId, person) => (await ask(agentId, 'delete', person)) as Forgotten,
    };
  };

  /**
   * For the owner: a file with all that is stored about a person: `user`, `visitor` or `email`. 404 if the service does
   * not support it.
   */
  app.post(`${PERSON}/export`, async c => {
    const agentId = await ownedAgent(c, options);
    const person = await readPerson(c);
    const traces = await serviceFor(c).find(agentId, person);
    const verdicts = await erasures.verdicts(agentId, traces).catch(storeUnavailable);
    const { contacts, answers, conversations } = traces;
    const pages = async function* (): AsyncGenerator<ConversationDetail[]> {
      for (let at = 0; at < conversations.length; at += CONVERSATIONS_PER_PAGE_MAX) {
        const ids = conversations.slice(at, at + CONVERSATIONS_PER_PAGE_MAX);
        const query = { ids, limit: CONVERSATIONS_PER_PAGE_MAX, details: true };
        const page: ConversationList<ConversationDetail> = await reader.list(c, agentId, query);
        await reader.addVerdicts(agentId, page.data);
        // A list has the newest first.
        yield page.data.reverse();
      }
    };
    c.header('Content-Type', 'application/json');
    return c.body(streamOf(personFile({ agentId, contacts, verdicts, answers }, pages())));
  });

  /** For the owner: removes all that is stored about a person: `user`, `visitor` or `email`. Answers with how much it was. */
  app.post(`${PERSON}/delete`, async c => {
    const agentId = await ownedAgent(c, options);
    const person = await readPerson(c);
    const data = await erasures.erase(serviceFor(c), agentId, person);
    const [by] = Object.keys(person);
    const { linkedIds: _, ...removed } = data;
    logger.info({ ...c.get('trace'), agentId, by, removed }, "a person's data was removed");
    return c.json({ data });
  });

  return app;
}

/** @throws ProtocolError `invalid_request` */
async function readPerson(c: Context<ProxyEnv>): Promise<Person> {
  const body = await readJson(c.req.raw, PERSON_BODY_MAX);
  if (!isTree(body) || typeof body.visitor !== 'string') return parsePersonBody(body);
  const visitor = await visitorReference(body.visitor);
  if (visitor === undefined)
    throw invalidField('visitor', 'must be the token or id of a visitor, or the id of a conversation');
  return parsePersonBody({ ...body, visitor });
}

function isTraces(data: unknown): boolean {
  if (!isTree(data)) return false;
  const { conversations, visitors, contacts, answers } = data;
  const areTexts = [conversations, visitors].every(
    list => Array.isArray(list) && list.every(entry => typeof entry === 'string'),
  );
  return areTexts && Array.isArray(contacts) && Array.isArray(answers);
}

function isForgotten(data: unknown): boolean {
  if (!isTree(data)) return false;
  const { conversations, messages, contacts, answers } = data;
  return [conversations, messages, contacts, answers].every(count => typeof count === 'number');
}
