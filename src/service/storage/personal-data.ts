import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { emailKey } from '../../protocol/contacts.ts';
import { isConversationId } from '../../protocol/conversations.ts';
import {
  type Forgotten,
  isVisitorId,
  type Person,
  type PersonTraces,
  userSubject,
  visitorSubject,
} from '../../protocol/personal-data.ts';
import { contactsOf, eraseContacts } from './contacts.ts';
import { deleteWhere } from './conversations.ts';
import type { MessageIndex } from './engine.ts';
import { chunks, ownWordings, withoutWords } from './own-wordings.ts';
import type { Database, Tables, Writer } from './tables.ts';
import { allAnswers, changeAnswers, toAnswer } from './taught-answers.ts';

/** The names under which a person's data is stored. */
interface Subjects {
  users: Set<string>;
  /** Digests. */
  visitors: Set<string>;
  /** Of contacts. */
  externalIds: Set<string>;
  /** Of contacts that only an email address leads to, which anybody can enter. */
  linked: Set<string>;
  /** A conversation whose writer is not known, as in those of earlier versions. */
  conversations: Set<string>;
}

const CONTACTS_PER_QUERY = 5000;
const VISITOR_ID_LENGTH = 22;

/** All that is stored about a person; empty lists if nothing is. */
export async function findPerson(database: Database, agentId: string, person: Person): Promise<PersonTraces> {
  const subjects = await subjectsOf(database, agentId, person);
  const conversations = await conversationsOf(database, agentId, subjects);
  const answers = await allAnswers(database, agentId);
  const words = await ownWordings(database, agentId, conversations, answers);
  return {
    ...(await linkedIds(database, agentId, subjects)),
    conversations,
    visitors: [...subjects.visitors],
    contacts: await contactsOf(database, agentId, [...subjects.externalIds]),
    answers: answers.filter(answer => withoutWords(answer, words)).map(toAnswer),
  };
}

/**
 * Removes all that is stored about a person, or nothing if it is interrupted. Charges stay: they hold neither text nor
 * names. A taught answer loses the wordings that it took from the person; one without any other is paused.
 */
export async function forgetPerson(
  database: Database,
  index: MessageIndex,
  agentId: string,
  person: Person,
): Promise<Forgotten> {
  const subjects = await subjectsOf(database, agentId, person);
  const linked = await linkedIds(database, agentId, subjects);
  return await changeAnswers(database, agentId, async writer => {
    const ids = await conversationsOf(writer, agentId, subjects);
    const answers = await allAnswers(writer, agentId);
    const words = await ownWordings(writer, agentId, ids, answers);
    const changed = answers.flatMap(answer => withoutWords(answer, words) ?? []);
    for (const { id, question, other_ways, paused } of changed)
      await writer
        .updateTable('taught_answers')
        .set({ question, other_ways, paused })
        .where('id', '=', id)
        .execute();
    const forgotten = { conversations: 0, messages: 0, contacts: 0, answers: changed.length };
    for (const some of chunks(ids)) {
      forgotten.messages += await countMessages(writer, some);
      forgotten.conversations += await deleteWhere(writer, index, eb => eb('id', 'in', some));
    }
    forgotten.contacts = await eraseContacts(writer, agentId, [...subjects.externalIds]);
    return { ...forgotten, ...linked };
  });
}

function noSubjects(): Subjects {
  return {
    users: new Set(),
    visitors: new Set(),
    externalIds: new Set(),
    linked: new Set(),
    conversations: new Set(),
  };
}

async function subjectsOf(database: Database, agentId: string, person: Person): Promise<Subjects> {
  const subjects = noSubjects();
  if ('user' in person) addUser(subjects, person.user);
  else if ('email' in person) {
    const key = emailKey(person.email);
    const found = await database
      .selectFrom('contacts')
      .select('external_id')
      .where('agent_id', '=', agentId)
      .where('email_key', '=', key)
      .execute();
    for (const { external_id } of found) {
      subjects.externalIds.add(external_id);
      if (emailKey(external_id) !== key) subjects.linked.add(external_id);
    }
    // Many sites use the address as the user id.
    for (const id of [person.email, person.email.trim(), ...(await usersNamed(database, agentId, key))])
      addUser(subjects, id);
  } else await addVisitor(database, agentId, subjects, person.visitor);
  await addEarlierVisits(database, agentId, subjects);
  await addLeads(database, agentId, subjects);
  return subjects;
}

/** User ids that are this address, however they are written. */
async function usersNamed(database: Database, agentId: string, key: string): Promise<string[]> {
  const written = await database
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .select('messages.user_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('messages.user_id', 'like', '%@%')
    .execute();
  const contacts = await database
    .selectFrom('contacts')
    .select('external_id as user_id')
    .where('agent_id', '=', agentId)
    .where('external_id', 'like', '%@%')
    .execute();
  const ids = [...written, ...contacts].map(({ user_id }) => user_id!);
  return ids.filter(id => emailKey(id) === key);
}

/** Which of the linked ids have conversations. They stay: the owner has to name whose they are. */
async function linkedIds(
  database: Database,
  agentId: string,
  { users, linked }: Subjects,
): Promise<{ linkedIds?: string[] }> {
  const ids: string[] = [];
  for (const id of linked) {
    const subjects = noSubjects();
    addUser(subjects, id);
    if (!users.has(id) && (await conversationsOf(database, agentId, subjects)).length > 0) ids.push(id);
  }
  return ids.length > 0 ? { linkedIds: ids } : {};
}

/** The lead of a visitor who is not signed in has the visitor's id as its `external_id`. */
function addUser({ users, visitors, externalIds }: Subjects, id: string): void {
  users.add(id);
  externalIds.add(id);
  visitors.add(digestOf(userSubject(id)));
  if (isVisitorId(id)) visitors.add(digestOf(visitorSubject(id)));
}

async function addVisitor(
  database: Database,
  agentId: string,
  subjects: Subjects,
  named: string,
): Promise<void> {
  const byConversation = isConversationId(named.toLowerCase());
  const row = byConversation
    ? await writerOf(database, agentId, named.toLowerCase())
    : { visitor: named, user_id: null };
  if (!row) return;
  const { visitor, user_id } = row;
  if (visitor === null) {
    if (user_id === null) subjects.conversations.add(named.toLowerCase());
    else addUser(subjects, user_id);
    return;
  }
  subjects.visitors.add(visitor);
  for (const user of await usersOf(database, agentId, visitor))
    if (digestOf(userSubject(user)) === visitor) addUser(subjects, user);
}

async function writerOf(
  database: Database,
  agentId: string,
  id: string,
): Promise<{ visitor: string | null; user_id: string | null } | undefined> {
  return await database
    .selectFrom('conversation_index')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .select(['visitor', 'user_id'])
    .where('conversation_index.agent_id', '=', agentId)
    .where('conversation_id', '=', id)
    .executeTakeFirst();
}

/** The users who wrote in the conversations of a visitor. */
async function usersOf(database: Database, agentId: string, visitor: string): Promise<string[]> {
  const rows = await database
    .selectFrom('conversation_index')
    .innerJoin('messages', 'messages.conversation_id', 'conversation_index.conversation_id')
    .select('user_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('visitor', '=', visitor)
    .where('user_id', 'is not', null)
    .execute();
  return rows.map(({ user_id }) => user_id!);
}

/**
 * A user's conversations from before they signed in: those of a visitor as whom they wrote, unless another user of the same
 * browser wrote as that visitor, too.
 */
async function addEarlierVisits(database: Database, agentId: string, subjects: Subjects): Promise<void> {
  for (const user of subjects.users) {
    const rows = await database
      .selectFrom('messages')
      .innerJoin('conversation_index', 'conversation_index.conversation_id', 'messages.conversation_id')
      .select('visitor')
      .distinct()
      .where('user_id', '=', user)
      .where('agent_id', '=', agentId)
      .where('visitor', 'is not', null)
      .execute();
    for (const { visitor } of rows) {
      if (subjects.visitors.has(visitor!)) continue;
      const users = await usersOf(database, agentId, visitor!);
      if (users.every(other => other === user)) subjects.visitors.add(visitor!);
    }
  }
}

/** The contacts of visitors of whom only the digest is known. */
async function addLeads(database: Database, agentId: string, subjects: Subjects): Promise<void> {
  const { users, visitors, externalIds } = subjects;
  const known = new Set([...users].flatMap(id => [digestOf(userSubject(id)), digestOf(visitorSubject(id))]));
  if ([...visitors].every(visitor => known.has(visitor))) return;
  for (let after = 0; ; ) {
    const rows = await database
      .selectFrom('contacts')
      .select(['position', 'external_id'])
      .where('agent_id', '=', agentId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(CONTACTS_PER_QUERY)
      .execute();
    for (const { external_id } of rows) {
      if (external_id.length === VISITOR_ID_LENGTH && visitors.has(digestOf(visitorSubject(external_id))))
        externalIds.add(external_id);
    }
    if (rows.length < CONTACTS_PER_QUERY) return;
    after = rows.at(-1)!.position;
    // SQLite answers without yielding to the event loop, and visitors must not wait for all of it.
    await setImmediate();
  }
}

/** Ids of the conversations in which the person wrote, oldest first. */
async function conversationsOf(
  database: Database | Writer,
  agentId: string,
  { users, visitors, conversations }: Subjects,
): Promise<string[]> {
  const rows = await database
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where(eb =>
      eb.or([
        ...[...users].map(user =>
          eb('id', 'in', eb.selectFrom('messages').select('conversation_id').where('user_id', '=', user)),
        ),
        ...[...visitors].map(visitor =>
          eb(
            'id',
            'in',
            eb
              .selectFrom('conversation_index')
              .select('conversation_id')
              .where('conversation_index.agent_id', '=', agentId)
              .where('visitor', '=', visitor),
          ),
        ),
        ...[...conversations].map(id => eb('id', '=', id)),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function countMessages(writer: Writer, ids: readonly Tables['conversations']['id'][]): Promise<number> {
  const { count } = await writer
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('conversation_id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The digest by which the proxy names the person who writes. */
function digestOf(subject: string): string {
  return hash('sha256', subject, 'base64url');
}
