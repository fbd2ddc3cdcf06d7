import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlockError } from '../../../src/elements/admin/error-message.ts';
import { AdminClient } from '../../../src/elements/admin/session/admin-client.ts';
import { AdminSession } from '../../../src/elements/admin/session/session.ts';
import { en } from '../../../src/locales/admin/en.ts';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';

async function open(server = new AdminServer()): Promise<{ server: AdminServer; session: AdminSession }> {
  const client = new AdminClient({ endpoint: 'http://admin.test/', agentId: AGENT_ID, fetch: server.fetch });
  const session = new AdminSession(client);
  await session.unlock(ADMIN_TOKEN);
  return { server, session };
}

const savedBody = (server: AdminServer): unknown =>
  server.seen.findLast(({ method }) => method === 'POST')?.body;

test('sends only what the owner changed', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  session.draft!.edit('styles.radius', 'large');
  await session.save();
  assert.deepEqual(savedBody(server), { chatbotId: AGENT_ID, name: 'Ada', styles: { radius: 'large' } });
  assert.equal(session.accepted, true);
  assert.deepEqual(session.draft!.changes, []);
  assert.equal(session.record?.version, 2);
});

/** A panel whose first request is answered when told to. */
function slowToOpen(): { session: AdminSession; answer: () => void } {
  const server = new AdminServer();
  const told = Promise.withResolvers<void>();
  let first = true;
  const client = new AdminClient({
    endpoint: 'http://admin.test/',
    agentId: AGENT_ID,
    fetch: async (input, init) => {
      const waits = first;
      first = false;
      if (waits) await told.promise;
      return server.fetch(input, init);
    },
  });
  return { session: new AdminSession(client), answer: told.resolve };
}

test('stays locked when it was locked while the settings were on their way', async () => {
  const { session, answer } = slowToOpen();
  const opened = session.unlock(ADMIN_TOKEN);
  session.lock();
  answer();
  await opened;
  assert.equal(session.unlocked, false);
  assert.equal(session.status, 'locked');
});

test('asks for no other token when the one before it was refused late', async () => {
  const { session, answer } = slowToOpen();
  const before = session.unlock('no-longer-good');
  await session.unlock(ADMIN_TOKEN);
  answer();
  await before;
  assert.equal(session.refused, false);
  assert.equal(session.status, 'ready');
  assert.equal(session.fault, undefined);
});

test('saves for somebody whose name was cut in the middle of a sign', async () => {
  const { session, server } = await open();
  session.client.useAuthor('Zoë \ud83d');
  session.draft!.edit('name', 'Ada');
  await session.save();
  assert.equal(session.status, 'ready');
  assert.equal(server.current.settings.name, 'Ada');
});

test('a save that nobody answers ends, and the next goes through', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = new AdminServer();
  let silent = false;
  const client = new AdminClient({
    endpoint: 'http://admin.test/',
    agentId: AGENT_ID,
    fetch: (input, init) =>
      silent
        ? new Promise((_, reject) => {
            init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason));
          })
        : server.fetch(input, init),
  });
  const session = new AdminSession(client);
  await session.unlock(ADMIN_TOKEN);
  session.draft!.edit('name', 'Ada');
  silent = true;
  const saving = session.save();
  t.mock.timers.runAll();
  await saving;
  assert.equal(session.fault?.code, 'timeout');
  silent = false;
  await session.save();
  assert.equal(server.current.settings.name, 'Ada');
});

test('finds what was typed in a feature again that is switched off and on', async () => {
  const { session } = await open();
  const draft = session.draft!;
  draft.edit('leadForm', {});
  draft.edit('leadForm.title', 'Before we start');
  draft.edit('leadForm', null);
  draft.edit('leadForm', draft.lastValue('leadForm'));
  assert.equal(draft.settings.leadForm?.title, 'Before we start');
});

test('sends nothing for a field typed back to what it was', async () => {
  const { session } = await open();
  session.draft!.edit('name', 'Ada');
  session.draft!.edit('name', 'Assistant');
  assert.deepEqual(session.draft!.changes, []);
});

test('switches a feature off with null and on with all its values', async () => {
  const { server, session } = await open();
  session.draft!.edit('rateLimit', {});
  session.draft!.edit('rateLimit.messages', 5);
  await session.save();
  assert.deepEqual(savedBody(server), {
    chatbotId: AGENT_ID,
    rateLimit: { messages: 5, seconds: 60, message: '' },
  });
  session.draft!.edit('rateLimit', null);
  await session.save();
  assert.deepEqual(savedBody(server), { chatbotId: AGENT_ID, rateLimit: null });
});

test('undoes typing field by field, redoes it, and goes back behind a save', async () => {
  const { session } = await open();
  const draft = session.draft!;
  for (const text of ['A', 'Ad', 'Ada']) draft.edit('name', text);
  draft.edit('placeholder', 'Ask');
  draft.undo();
  assert.equal(draft.settings.placeholder, '');
  assert.equal(draft.settings.name, 'Ada');
  draft.undo();
  assert.equal(draft.settings.name, 'Assistant');
  draft.redo();
  assert.equal(draft.settings.name, 'Ada');
  await session.save();
  draft.undo();
  assert.deepEqual(
    draft.changes.map(({ key, before, after }) => [key, before, after]),
    [['name', 'Ada', 'Assistant']],
  );
});

test('shows both sides of a conflict and keeps what the owner chose', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  session.draft!.edit('placeholder', 'Mine too');
  server.saveElsewhere({ name: 'Theirs', placeholder: 'Theirs too', suggestedQueries: ['Where?'] });
  await session.save();
  assert.deepEqual(session.conflict?.contested, ['name', 'placeholder']);
  assert.deepEqual(
    session.conflict?.theirs.map(change => change.key),
    ['name', 'suggestedQueries', 'placeholder'],
  );
  assert.equal(server.current.settings.name, 'Theirs');

  session.resolve(['placeholder']);
  await session.save();
  const { name, placeholder, suggestedQueries } = server.current.settings;
  assert.deepEqual([name, placeholder, suggestedQueries], ['Mine', 'Theirs too', ['Where?']]);
  assert.equal(server.current.version, 3);
});

test('loses nothing while the service is down, and saves once it is back', async () => {
  const { server, session } = await open();
  session.draft!.edit('instructions', 'Be kind.');
  server.down = true;
  await session.save();
  assert.equal(session.fault?.code, 'offline');
  assert.equal(session.draft!.settings.instructions, 'Be kind.');
  server.down = false;
  await session.save();
  assert.equal(server.current.settings.instructions, 'Be kind.');
  assert.equal(session.fault, undefined);
});

test('a save whose answer got lost is no quarrel with oneself: trying again finds that it wasCreated', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  session.draft!.edit('rateLimit', {});
  server.intercept = method => {
    if (method !== 'POST') return undefined;
    server.saveElsewhere({ name: 'Ada', rateLimit: {} });
    throw new TypeError('Failed to fetch');
  };
  await session.save();
  assert.equal(session.fault?.code, 'offline');
  server.intercept = undefined;
  const told: unknown[] = [];
  session.onSaved = ({ version }) => told.push(version);
  session.onFault = ({ code }) => told.push(code);
  await session.save();
  assert.equal(session.conflict, undefined);
  assert.equal(session.accepted, true);
  assert.deepEqual(session.draft!.changes, []);
  assert.deepEqual(told, [2]);
  assert.equal(server.current.version, 2);
});

test('what was typed since a save whose answer got lost is saved by the next', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  server.intercept = method => {
    if (method !== 'POST') return undefined;
    server.saveElsewhere({ name: 'Ada' });
    throw new TypeError('Failed to fetch');
  };
  await session.save();
  server.intercept = undefined;
  session.draft!.edit('placeholder', 'Ask');
  await session.save();
  const { name, placeholder } = server.current.settings;
  assert.deepEqual([name, placeholder, session.accepted], ['Ada', 'Ask', true]);
});

test('a save after which the line broke does not lead the next one to overwrite a colleague unasked', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  server.intercept = method => (method === 'GET' ? new Response('', { status: 502 }) : undefined);
  await session.save();
  assert.equal(session.accepted, true);
  server.intercept = undefined;
  session.draft!.edit('name', 'Mine again');
  server.saveElsewhere({ name: 'Theirs' });
  await session.save();
  assert.equal(server.current.settings.name, 'Theirs');
  assert.deepEqual(session.conflict?.contested, ['name']);
  session.resolve([]);
  await session.save();
  assert.equal(server.current.settings.name, 'Mine again');
});

test('a save after which the line broke is followed by the next without a question where nobody else saved', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  server.intercept = method => (method === 'GET' ? new Response('', { status: 502 }) : undefined);
  await session.save();
  server.intercept = undefined;
  session.draft!.edit('name', 'Mine again');
  await session.save();
  assert.equal(server.current.settings.name, 'Mine again');
  assert.equal(session.conflict, undefined);
  assert.equal(session.accepted, true);
});

test('what is typed while both versions are in view is not put over theirs unasked', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  server.saveElsewhere({ name: 'Theirs', placeholder: 'Theirs too' });
  await session.save();
  assert.deepEqual(session.conflict?.contested, ['name']);
  session.draft!.edit('placeholder', 'Mine too');
  assert.deepEqual(session.conflict?.contested, ['name', 'placeholder']);
  session.resolve(['placeholder']);
  await session.save();
  const { name, placeholder } = server.current.settings;
  assert.deepEqual([name, placeholder], ['Mine', 'Theirs too']);
});

test('asks for the token again when it is refused and keeps the changes', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Kept');
  server.token = 'another-token';
  await session.save();
  assert.equal(session.refused, true);
  await session.unlock('another-token');
  assert.equal(session.refused, false);
  assert.equal(session.draft!.settings.name, 'Kept');
  await session.save();
  assert.equal(server.current.settings.name, 'Kept');
});

test('a locked panel is opened by the token alone, whatever keeps the server from judging another', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Kept');
  session.lock();
  assert.equal(session.unlocked, false);
  server.down = true;
  const trying = session.unlock('rubbish');
  assert.equal(session.unlocked, false, 'while the server is asked');
  await trying;
  assert.equal(session.unlocked, false, 'without an answer');
  server.down = false;
  for (const status of [403, 429, 500]) {
    server.intercept = () => new Response('{}', { status });
    await session.unlock('rubbish');
    assert.equal(session.unlocked, false, String(status));
  }
  server.intercept = undefined;
  await session.unlock(ADMIN_TOKEN);
  assert.equal(session.unlocked, true);
  assert.equal(session.draft!.settings.name, 'Kept');
});

test('a page that renews the token while the line is down leaves the panel open', async () => {
  const { server, session } = await open();
  server.down = true;
  await session.unlock(ADMIN_TOKEN);
  assert.equal(session.unlocked, true);
  assert.equal(session.fault?.code, 'offline');
});

test('what a colleague saved while the panel was locked is not overwritten unasked', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  session.draft!.edit('placeholder', 'Mine alone');
  session.lock();
  server.saveElsewhere({ name: 'Theirs', suggestedQueries: ['Where?'] });
  await session.unlock(ADMIN_TOKEN);
  assert.deepEqual(session.conflict?.contested, ['name']);
  session.resolve(['name']);
  await session.save();
  const { name, placeholder, suggestedQueries } = server.current.settings;
  assert.deepEqual([name, placeholder, suggestedQueries], ['Theirs', 'Mine alone', ['Where?']]);
});

test('what a colleague saved meanwhile elsewhere in the form is taken over without a question', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  session.lock();
  server.saveElsewhere({ suggestedQueries: ['Where?'] });
  await session.unlock(ADMIN_TOKEN);
  assert.equal(session.conflict, undefined);
  assert.deepEqual(session.draft!.settings.suggestedQueries, ['Where?']);
  assert.deepEqual(
    session.draft!.changes.map(({ key }) => key),
    ['name'],
  );
});

test('two owners who change different things both save, without a question', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Mine');
  server.saveElsewhere({ suggestedQueries: ['Where?'], styles: { theme: 'dark' } });
  await session.save();
  assert.equal(session.conflict, undefined);
  assert.equal(session.accepted, true);
  const { name, suggestedQueries, styles } = server.current.settings;
  assert.deepEqual([name, suggestedQueries, styles.theme], ['Mine', ['Where?'], 'dark']);
  assert.deepEqual(session.draft!.settings, server.current.settings);
});

test('a token that no header can hold was not accepted, which is what the owner is told', async () => {
  const { server, session } = await open();
  const before = server.seen.length;
  await session.unlock('zero\u200bwidth');
  assert.equal(session.fault?.code, 'unauthorized');
  assert.equal(server.seen.length, before);
});

test('a page that forgot to say which agent is told that there is none, not that the server is away', async () => {
  const server = new AdminServer();
  const client = new AdminClient({ endpoint: 'http://admin.test/', agentId: '', fetch: server.fetch });
  const session = new AdminSession(client);
  server.down = true;
  await session.unlock(ADMIN_TOKEN);
  assert.deepEqual([session.fault?.code, session.fault?.message], ['not_found', 'agent-id is missing']);
});

test('keeps what is typed while a save is on its way', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'First');
  const saving = session.save();
  session.draft!.commit();
  session.draft!.edit('name', 'Second');
  await saving;
  assert.equal(server.current.settings.name, 'First');
  assert.equal(session.draft!.settings.name, 'Second');
  assert.equal(session.accepted, false, 'what stands in the form is not what was accepted');
  assert.deepEqual(
    session.draft!.changes.map(({ before, after }) => [before, after]),
    [['First', 'Second']],
  );
});

test('does not save a wrong value, and previews the last right one', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', '');
  session.draft!.edit('temp', 'warm');
  assert.deepEqual(session.draft!.faulty, ['name', 'temp']);
  assert.equal(session.draft!.previewable.name, 'Assistant');
  const before = server.seen.length;
  await session.save();
  assert.equal(server.seen.length, before);
});

test('reads settings of another version: unknown keys dropped, missing and broken ones at their default', async () => {
  const server = new AdminServer();
  const hostile = JSON.parse(
    '{"name":"A","__proto__":{"polluted":1},"initialMessages":"no list","future":1,"rateLimit":{"messages":3}}',
  );
  server.intercept = (_, path) =>
    path.endsWith('/settings')
      ? Response.json({ data: { settings: hostile, version: 9, updatedAt: 1 } })
      : undefined;
  const { session } = await open(server);
  const { settings } = session.draft!;
  assert.equal(settings.name, 'A');
  assert.deepEqual(settings.initialMessages, []);
  assert.deepEqual(settings.rateLimit, { messages: 3, seconds: 60, message: '' });
  assert.equal('polluted' in settings, false);
  assert.equal(Object.hasOwn(settings, 'future'), false);
});

test('puts the token into a header and nowhere else', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  await session.save();
  for (const { path, headers, body } of server.seen) {
    assert.equal(headers.get('Authorization'), `Bearer ${ADMIN_TOKEN}`);
    assert.doesNotMatch(path + JSON.stringify(body ?? ''), new RegExp(ADMIN_TOKEN));
  }
});

test('takes a page that answers in the place of the server for no save: what was typed stays', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  server.intercept = method =>
    method === 'POST' ? new Response('<title>Sign in to this network</title>') : undefined;
  await session.save();
  assert.equal(session.accepted, false);
  assert.equal(session.fault?.code, 'unreadable');
  assert.equal(session.draft!.settings.name, 'Ada');
  server.intercept = undefined;
  await session.save();
  assert.equal(server.current.settings.name, 'Ada');
});

/** An answer that stops in the middle. */
function halfAnswer({ signal }: RequestInit): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'));
      signal!.addEventListener('abort', () => controller.error(signal!.reason));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

test('a save whose answer stops in the middle is over a minute later, with everything typed', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = new AdminServer();
  const client = new AdminClient({
    endpoint: 'http://admin.test/',
    agentId: AGENT_ID,
    fetch: async (input, init) => (init!.method === 'POST' ? halfAnswer(init!) : server.fetch(input, init)),
  });
  const session = new AdminSession(client);
  await session.unlock(ADMIN_TOKEN);
  session.draft!.edit('name', 'Ada');
  const saving = session.save();
  await new Promise(setImmediate);
  t.mock.timers.tick(60_000);
  await saving;
  assert.equal(session.fault?.code, 'timeout');
  assert.equal(session.draft!.settings.name, 'Ada');
});

test('a reading whose answer stops in the middle comes to its end', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = new AdminClient({
    endpoint: 'http://admin.test/',
    agentId: AGENT_ID,
    fetch: async (_, init) => halfAnswer(init!),
  });
  const reading = assert.rejects(client.usage(), { code: 'timeout' });
  await new Promise(setImmediate);
  t.mock.timers.runAll();
  await reading;
});

for (const read of ['contacts', 'history', 'usage'] as const) {
  test(`a reading of ${read} that nobody answers comes to its end`, async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const client = new AdminClient({
      endpoint: 'http://admin.test/',
      agentId: AGENT_ID,
      fetch: (_, init) =>
        new Promise((_, reject) => {
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason));
        }),
    });
    const leaving = new AbortController();
    const reading = read === 'contacts' ? client.contacts(1, 50, leaving.signal) : client[read]();
    t.mock.timers.runAll();
    await assert.rejects(reading, { code: 'timeout' });
  });
}

test('speaks of changes that are still here only where there are some', async () => {
  const { session } = await open();
  await session.unlock('no-longer-good');
  assert.equal(unlockError(session, 'a fault', en), en.errors.unauthorized);
  session.draft!.edit('name', 'Ada');
  assert.equal(unlockError(session, 'a fault', en), en.access.refused);
});

test('an entry of a list that is left blank is no fault and no change, and is gone once something is saved', async () => {
  const { server, session } = await open();
  const draft = session.draft!;
  draft.edit('initialMessages', ['', ' \n']);
  draft.commit();
  assert.deepEqual([draft.faulty, draft.changes], [[], []]);
  draft.edit('suggestedQueries', ['', 'Where is my order?', ' ']);
  draft.commit();
  draft.edit('allowedDomains', ['shop.example', '']);
  draft.commit();
  assert.deepEqual(draft.faulty, []);
  assert.deepEqual(draft.previewable.suggestedQueries, ['Where is my order?']);
  assert.deepEqual(draft.typed.suggestedQueries, ['', 'Where is my order?', ' ']);
  await session.save();
  assert.deepEqual(savedBody(server), {
    chatbotId: AGENT_ID,
    suggestedQueries: ['Where is my order?'],
    allowedDomains: ['shop.example'],
  });
  assert.deepEqual(draft.changes, []);
  assert.deepEqual(draft.typed, server.current.settings);
});

test('a text that is left blank counts as empty: no change, and shown so before it is saved', async () => {
  const { server, session } = await open();
  const draft = session.draft!;
  draft.edit('placeholder', ' ');
  assert.deepEqual([draft.faulty, draft.changes], [[], []]);
  draft.edit('leadForm', {});
  draft.edit('leadForm.consent', '  ');
  assert.equal(draft.previewable.leadForm!.consent, '');
  assert.equal(draft.typed.leadForm!.consent, '  ', 'more may follow');
  draft.edit('name', ' ');
  assert.deepEqual(draft.faulty, ['name']);
  draft.edit('name', 'Ada');
  await session.save();
  assert.equal(server.current.settings.leadForm!.consent, '');
  assert.deepEqual(draft.typed, server.current.settings);
});

test('asks nothing where a save is refused as a conflict and nobody has changed anything', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  server.intercept = method =>
    method === 'POST'
      ? Response.json({ error: { code: 'conflict', message: 'busy' } }, { status: 409 })
      : undefined;
  await session.save();
  assert.equal(session.conflict, undefined);
  assert.equal(session.fault?.code, 'conflict');
  assert.equal(session.draft!.settings.name, 'Ada');
  server.intercept = undefined;
  await session.save();
  assert.equal(server.current.settings.name, 'Ada');
});

test('says nothing of a token to an owner who locked the panel while something was being sent', async () => {
  const { session } = await open();
  session.lock();
  // What was on its way is refused now.
  session.requireToken();
  assert.equal(unlockError(session, undefined, en), undefined);
});
