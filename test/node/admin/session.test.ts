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

test('stays locked if it was locked while the settings were loading', async () => {
  const { session, answer } = slowToOpen();
  const opened = session.unlock(ADMIN_TOKEN);
  session.lock();
  answer();
  await opened;
  assert.equal(session.unlocked, false);
  assert.equal(session.status, 'locked');
});

test('ignores the late refusal of an earlier token', async () => {
  const { session, answer } = slowToOpen();
  const before = session.unlock('no-longer-good');
  await session.unlock(ADMIN_TOKEN);
  answer();
  await before;
  assert.equal(session.refused, false);
  assert.equal(session.status, 'ready');
  assert.equal(session.fault, undefined);
});

test('saves with a name that ends in half a surrogate pair', async () => {
  const { session, server } = await open();
  session.client.useAuthor('Zoë \ud83d');
  session.draft!.edit('name', 'Ada');
  await session.save();
  assert.equal(session.status, 'ready');
  assert.equal(server.current.settings.name, 'Ada');
});

test('a save without an answer times out, and the next succeeds', async t => {
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

test('restores the values of a feature that is switched off and on', async () => {
  const { session } = await open();
  const draft = session.draft!;
  draft.edit('leadForm', {});
  draft.edit('leadForm.title', 'Before we start');
  draft.edit('leadForm', null);
  draft.edit('leadForm', draft.lastValue('leadForm'));
  assert.equal(draft.settings.leadForm?.title, 'Before we start');
});

test('sends nothing for a field that was changed back', async () => {
  const { session } = await open();
  session.draft!.edit('name', 'Ada');
  session.draft!.edit('name', 'Assistant');
  assert.deepEqual(session.draft!.changes, []);
});

test('switches a feature off with null and on with all its values', async () => {
  const { server, session } = await open();
  session.draft!.edit('rateLimit', null);
  await session.save();
  assert.deepEqual(savedBody(server), { chatbotId: AGENT_ID, rateLimit: null });
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

test('a save whose response got lost is no conflict: the retry finds that it was saved', async () => {
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

test('changes made after a save whose response got lost are saved by the next one', async () => {
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

test('the save after a lost connection does not overwrite a colleague’s change', async () => {
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

test('the save after a lost connection is no conflict if nobody else saved', async () => {
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

test('changes made during a conflict are contested too', async () => {
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

test('asks for the token again when it is refused, and keeps the changes', async () => {
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

test('an error other than a refusal does not open a locked panel', async () => {
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

test('a new token during a lost connection leaves the panel open', async () => {
  const { server, session } = await open();
  server.down = true;
  await session.unlock(ADMIN_TOKEN);
  assert.equal(session.unlocked, true);
  assert.equal(session.fault?.code, 'offline');
});

test('a colleague’s save while the panel was locked is not overwritten', async () => {
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

test('a colleague’s save of other fields is merged without a conflict', async () => {
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

test('two owners can save different fields without a conflict', async () => {
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

test('a token that does not fit into a header counts as refused', async () => {
  const { server, session } = await open();
  const before = server.seen.length;
  await session.unlock('zero\u200bwidth');
  assert.equal(session.fault?.code, 'unauthorized');
  assert.equal(server.seen.length, before);
});

test('a missing agent id is reported as such, not as a connection error', async () => {
  const server = new AdminServer();
  const client = new AdminClient({ endpoint: 'http://admin.test/', agentId: '', fetch: server.fetch });
  const session = new AdminSession(client);
  server.down = true;
  await session.unlock(ADMIN_TOKEN);
  assert.deepEqual([session.fault?.code, session.fault?.message], ['not_found', 'agent-id is missing']);
});

test('keeps changes made during a save', async () => {
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

test('does not save an invalid value, and previews the last valid one', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', '');
  session.draft!.edit('temp', 'warm');
  assert.deepEqual(session.draft!.faulty, ['name', 'temp']);
  assert.equal(session.draft!.previewable.name, 'Assistant');
  const before = server.seen.length;
  await session.save();
  assert.equal(server.seen.length, before);
});

test('reads settings of another server version: drops unknown keys, uses defaults for missing ones', async () => {
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

test('sends the token only in a header', async () => {
  const { server, session } = await open();
  session.draft!.edit('name', 'Ada');
  await session.save();
  for (const { path, headers, body } of server.seen) {
    assert.equal(headers.get('Authorization'), `Bearer ${ADMIN_TOKEN}`);
    assert.doesNotMatch(path + JSON.stringify(body ?? ''), new RegExp(ADMIN_TOKEN));
  }
});

test('does not take the answer of a captive portal for a save', async () => {
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

test('a save whose response stalls times out and keeps the draft', async t => {
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

test('a GET whose response stalls times out', async t => {
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
  test(`a GET of ${read} without an answer times out`, async t => {
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

test('mentions unsaved changes only if there are some', async () => {
  const { session } = await open();
  await session.unlock('no-longer-good');
  assert.equal(unlockError(session, 'a fault', en), en.errors.unauthorized);
  session.draft!.edit('name', 'Ada');
  assert.equal(unlockError(session, 'a fault', en), en.access.refused);
});

test('a blank list entry is no error and no change, and disappears with a save', async () => {
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

test('blank text counts as empty, and is no change', async () => {
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

test('a refusal as conflict without a change by others is no conflict', async () => {
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

test('shows no token error after the owner locks the panel during a request', async () => {
  const { session } = await open();
  session.lock();
  // What was on its way is refused now.
  session.requireToken();
  assert.equal(unlockError(session, undefined, en), undefined);
});
