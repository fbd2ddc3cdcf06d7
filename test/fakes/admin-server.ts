/**
 * The admin's side of the proxy as a fetch function: settings with versions and If-Match, contacts all or
 * nothing, and the interface's errors. Every request is on record; `down` stops it from answering.
 */
import {
  type ContactInput,
  emailKey,
  parseContactPatch,
  parseCreateContacts,
  parsePaging,
} from '../../src/protocol/contacts.ts';
import type { ConversationDetail, ConversationState } from '../../src/protocol/conversations.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import type { ModelsReport } from '../../src/protocol/models-state.ts';
import { type Person, parsePersonBody } from '../../src/protocol/personal-data.ts';
import {
  defaultSettings,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../src/protocol/settings.ts';
import { parseSettingsPatch } from '../../src/protocol/settings-patch.ts';
import {
  parseAnswerCheck,
  parseTaughtAnswer,
  parseTaughtAnswerPatch,
} from '../../src/protocol/taught-answer-input.ts';
import {
  ANSWER_CONFLICTS,
  type AnswerCheck,
  type TaughtAnswer,
  type UnansweredGroup,
} from '../../src/protocol/taught-answers.ts';
import type { SourceServer } from './source-server.ts';

export const ADMIN_TOKEN = 'admin-canary-3c1f';
export const AGENT_ID = '6f1c2a54-6a53-4c8e-9d0b-0d8a1f3f2b10';

interface Version {
  settings: Settings;
  version: number;
  updatedAt: number;
}

export class AdminServer {
  readonly seen: { method: string; path: string; body: unknown; headers: Headers }[] = [];
  readonly versions: Version[] = [{ settings: defaultSettings(), version: 1, updatedAt: 1_700_000_000 }];
  readonly contacts: ContactInput[] = [];
  /** Whether the service changes and deletes single contacts. */
  changesContacts = false;
  token = ADMIN_TOKEN;
  down = false;
  usage: unknown = {};
  /** What `/readyz` says, without a token. Such requests are not on record. */
  ready: unknown = { status: 'ok' };
  /** What visitors asked; undefined for a service that has no conversations. */
  conversations: ConversationDetail[] | undefined;
  /** What the owner has taught, the latest first; undefined for a service that has no such answers. */
  answers: TaughtAnswer[] | undefined;
  unanswered: UnansweredGroup[] = [];
  check: AnswerCheck = { changed: [], count: 0, compared: 0, isComplete: true };
  /** Whether the server has our documentation, as `agent-chat start` does. */
  documentation = false;
  /** What the service says of its models; undefined for a service that has no such report. */
  models: ModelsReport | undefined;
  /** What the agent answers from; undefined for a service that does not say. */
  sources: SourceServer | undefined;
  readonly #deletedAnswers = new Map<string, TaughtAnswer>();
  /** Answers instead of the routes while it returns something. */
  intercept: ((method: string, path: string) => Response | Promise<Response> | undefined) | undefined;

  get current(): Version {
    return this.versions.at(-1)!;
  }

  /** Another admin saves. */
  saveElsewhere(patch: SettingsPatch): void {
    this.#write(patch);
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(String(input), 'http://admin.test'), init);
    const url = new URL(request.url);
    if (url.pathname === '/readyz' && !this.down) return Response.json(this.ready);
    if (url.pathname === '/demo/docs/models.md')
      return new Response(null, { status: this.documentation ? 200 : 404 });
    const text = await request.text();
    this.seen.push({
      method: request.method,
      path: url.pathname,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    });
    if (this.down) throw new TypeError('Failed to fetch');
    const instead = this.intercept?.(request.method, url.pathname);
    if (instead) return await instead;
    try {
      if (request.headers.get('Authorization') !== `Bearer ${this.token}`) {
        throw new ProtocolError('unauthorized', 'The admin token is missing or wrong.');
      }
      return this.#route(request.method, url, text ? JSON.parse(text) : undefined, request.headers);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return Response.json(error.toBody(), { status: error.status });
    }
  };

  #route(method: string, url: URL, body: unknown, headers: Headers): Response {
    const chatbot = `/v2/chatbots/${AGENT_ID}`;
    switch (`${method} ${url.pathname}`) {
      case `GET ${chatbot}/settings`:
        return Response.json({ data: this.current }, { headers: { ETag: `"v${this.current.version}"` } });
      case `GET ${chatbot}/settings/history`:
        return Response.json({ data: [...this.versions].reverse() });
      case 'POST /v2/chatbots/settings': {
        const { chatbotId: _, ...patch } = body as Record<string, unknown>;
        const parsed = parseSettingsPatch(patch);
        const match = headers.get('If-Match');
        if (match !== null && match !== `"v${this.current.version}"`) {
          throw new ProtocolError('conflict', 'the settings were changed meanwhile');
        }
        this.#write(parsed);
        return Response.json({ message: 'Settings accepted' }, { status: 202 });
      }
      case `POST ${chatbot}/contacts`:
        return this.#create(parseCreateContacts(body));
      case `GET ${chatbot}/contacts`:
        return this.#list(url.searchParams);
      case `GET ${chatbot}/extensions`:
        return Response.json({
          data: {
            ...(this.conversations && { conversations: { days: 180 } }),
            ...(this.answers && { answers: true }),
            ...(this.models && { models: true }),
            ...(this.sources && { sources: true }),
            ...(this.conversations && { personalData: true }),
            ...(this.changesContacts && { contacts: true }),
          },
        });
      case `GET ${chatbot}/models`:
        if (!this.models) throw new ProtocolError('not_found', 'There is nothing at this address.');
        return Response.json({ data: this.models });
      case `GET ${chatbot}/conversations`:
        return this.#listConversations(url.searchParams);
      case `POST ${chatbot}/personal-data/export`:
        return Response.json({ conversations: this.#of(parsePersonBody(body)) });
      case `POST ${chatbot}/personal-data/delete`:
        return this.#forget(parsePersonBody(body));
      case `GET ${chatbot}/usage`:
        return Response.json({ data: this.usage });
      default: {
        const sources = `${chatbot}/sources`;
        if (this.sources && url.pathname.startsWith(sources)) {
          const path = url.pathname.slice(sources.length).split('/').filter(Boolean);
          return Response.json({ data: this.sources.handle(method, path, url, body) });
        }
        if (this.answers && url.pathname.startsWith(`${chatbot}/answers`))
          return Response.json({
            data: this.#answer(method, url.pathname.slice(`${chatbot}/answers/`.length).split('/'), body),
          });
        const contact = /\/contacts\/contact-(\d+)$/.exec(url.pathname)?.[1];
        if (contact !== undefined && this.changesContacts)
          return this.#changeContact(method, Number(contact), body);
        const id = url.pathname.startsWith(`${chatbot}/conversations/`) ? url.pathname.split('/').at(-1) : '';
        const data = this.conversations?.find(one => one.id === id);
        if (data && method === 'GET') return Response.json({ data });
        if (data && method === 'DELETE') {
          this.conversations = this.conversations!.filter(one => one !== data);
          return Response.json({ data: { deleted: 1 } });
        }
        throw new ProtocolError('not_found', 'There is nothing at this address.');
      }
    }
  }

  /** Pages of two. Of the search and the filters it knows words, states and people. */
  #listConversations(query: URLSearchParams): Response {
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
    const matches = (one: ConversationDetail): boolean =>
      JSON.stringify(one.messages)
        .toLowerCase()
        .includes((query.get('q') ?? '').toLowerCase()) &&
      (!query.has('state') || one.states.includes(query.get('state') as ConversationState)) &&
      (!query.has('user') || one.userId === query.get('user')) &&
      (!query.has('visitor') || one.visitor === query.get('visitor'));
    const found = this.conversations!.map((one, i) => ({ one, number: this.conversations!.length - i }));
    const rest = found.filter(({ one, number }) => number < before && matches(one));
    const page = rest.slice(0, 2);
    const next = rest.length > 2 ? String(page[1]!.number) : null;
    return Response.json({ data: page.map(({ one: { messages: _, ...summary } }) => summary), next });
  }

  #of(person: Person): ConversationDetail[] {
    const [id] = Object.values(person);
    return (this.conversations ?? []).filter(one => one.userId === id || one.visitor === id);
  }

  #forget(person: Person): Response {
    const own = this.#of(person);
    this.conversations = this.conversations?.filter(one => !own.includes(one));
    const contacts = this.contacts.findIndex(({ external_id }) => external_id === Object.values(person)[0]);
    if (contacts >= 0) this.contacts.splice(contacts, 1);
    const data = {
      ...{ conversations: own.length, messages: own.flatMap(({ messages }) => messages).length },
      ...{ contacts: Number(contacts >= 0), verdicts: 1, answers: 0 },
    };
    return Response.json({ data });
  }

  #answer(method: string, [id = '', action]: string[], body: unknown): unknown {
    const answers = this.answers!;
    if (method === 'GET') return id === 'unanswered' ? this.unanswered : answers;
    if (id === 'check') {
      parseAnswerCheck(body);
      return this.check;
    }
    if (id === '') {
      const input = parseTaughtAnswer(body);
      if (answers.some(({ question }) => question === input.question))
        throw new ProtocolError('conflict', ANSWER_CONFLICTS.repeated);
      const answer = { id: crypto.randomUUID(), ...input, uses: 0, createdAt: 1, updatedAt: 1 };
      this.answers = [answer, ...answers];
      return answer;
    }
    const restored = this.#deletedAnswers.get(id);
    if (action === 'restore' && restored) {
      this.answers = [restored, ...answers];
      return restored;
    }
    const known = answers.find(answer => answer.id === id);
    if (!known) throw new ProtocolError('not_found', 'answerId: no answer has this id');
    if (method === 'DELETE') {
      this.#deletedAnswers.set(id, known);
      this.answers = answers.filter(answer => answer !== known);
      return { deleted: 1 };
    }
    const changed = { ...known, ...parseTaughtAnswerPatch(body) };
    this.answers = answers.map(answer => (answer === known ? changed : answer));
    return changed;
  }

  #write(patch: SettingsPatch): void {
    const { settings, version, updatedAt } = this.current;
    this.versions.push({
      settings: mergeSettings(settings, patch),
      version: version + 1,
      updatedAt: updatedAt + 60,
    });
  }

  #changeContact(method: string, index: number, body: unknown): Response {
    const known = this.contacts[index];
    if (!known) throw new ProtocolError('not_found', 'contactId: no contact has this id');
    if (method === 'DELETE') {
      this.contacts.splice(index, 1);
      return Response.json({ data: { deleted: 1 } });
    }
    const changed = { ...known, ...parseContactPatch(body) };
    const others = this.contacts.filter(contact => contact !== known);
    if (others.some(other => sameContact(other, changed)))
      throw new ProtocolError('conflict', 'email: exists already');
    this.contacts[index] = changed;
    return Response.json({ data: changed });
  }

  #create(users: ContactInput[]): Response {
    const taken = users.findIndex(user => this.contacts.some(known => sameContact(known, user)));
    if (taken >= 0) throw new ProtocolError('conflict', `users.${taken}: exists already`);
    this.contacts.push(...users);
    return Response.json({ message: 'Contacts created', data: users }, { status: 201 });
  }

  #list(query: URLSearchParams): Response {
    const { page, perPage } = parsePaging(query);
    const data = this.contacts.slice((page - 1) * perPage, page * perPage).map((contact, i) => ({
      id: `contact-${(page - 1) * perPage + i}`,
      payment_accounts: [],
      custom_attributes: {},
      created_at: 1_700_000_000,
      updated_at: 1_700_000_000,
      ...contact,
    }));
    const pages = { page, per_page: perPage, total_pages: Math.ceil(this.contacts.length / perPage) };
    return Response.json({ message: 'Contacts', data, total: this.contacts.length, pages });
  }
}

function sameContact(a: ContactInput, b: ContactInput): boolean {
  return (
    a.external_id === b.external_id || Boolean(a.email && b.email && emailKey(a.email) === emailKey(b.email))
  );
}
