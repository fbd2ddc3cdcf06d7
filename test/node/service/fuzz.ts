/** Random requests that are a valid one with something wrong: a value, a field, a byte, a header or the path. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

export function fuzzRequest(random: () => number, agentId: string, key: string): FuzzRequest {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const route = pick(ROUTES)(agentId);
  const request: FuzzRequest = {
    method: route.method,
    path: route.path,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: route.body && JSON.stringify(route.body),
  };
  const text = typeof request.body === 'string' ? request.body : '{}';
  switch (Math.floor(random() * 6)) {
    case 0:
      request.body = JSON.stringify(spoil(structuredClone(route.body ?? {}), random));
      break;
    case 1:
      request.body = text.slice(0, Math.floor(random() * text.length));
      break;
    case 2: {
      const bytes = new TextEncoder().encode(text);
      for (let i = 0; i < 3; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      request.body = bytes;
      break;
    }
    case 3:
      request.headers[pick(['Content-Type', 'Authorization', 'Content-Encoding', 'X-Forwarded-For'])] =
        pick(HEADER_VALUES);
      break;
    case 4:
      request.path = request.path.replace(agentId, () => encodeURIComponent(pick(STRINGS).toWellFormed()));
      break;
    default:
      request.body = text.replace(/"[^"]*"/, () => pick(RAW));
  }
  if (request.method === 'GET') request.body = undefined;
  return request;
}

const STRINGS = [
  '',
  '..',
  '../settings',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\ud800',
  '😀',
  "'; drop table agents; --",
  '%00',
  '\r\nX-Injected: 1',
  '\u560a',
  'a'.repeat(5000),
  '\u202e',
  '-1',
  'NaN',
  '<script>',
  '/',
  '\\',
];
const VALUES: readonly unknown[] = [
  ...STRINGS,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1e308,
  1.5,
  2 ** 53,
  [],
  [[]],
  {},
  { a: { b: [{}] } },
  [null],
  ['__proto__'],
];
const HEADER_VALUES = [
  '',
  'text/plain',
  'application/json;charset=utf-16',
  'application/jsonp',
  'gzip',
  'Bearer',
  'Bearer  ',
  'Basic eDp5',
  'bearer x, Bearer y',
  '::1',
  '999.1.1.1',
  '1, 2, 3',
  'a'.repeat(3000),
];
const RAW = [
  '"__proto__"',
  '1e999',
  '"\\ud800"',
  '"\\u0000"',
  `${'['.repeat(9000)}${']'.repeat(9000)}`,
  '"a":1,"a"',
  '//',
  "'x'",
];

const ROUTES: readonly ((agentId: string) => { method: string; path: string; body?: object })[] = [
  id => ({
    method: 'POST',
    path: `/api/v2/agents/${id}/chat`,
    body: { message: 'How do I wash a tent?', stream: true, userId: 'u' },
  }),
  id => ({
    method: 'POST',
    path: `/api/v2/agents/${id}/chat`,
    body: { message: 'Hello', conversationId: crypto.randomUUID() },
  }),
  id => ({
    method: 'POST',
    path: `/v2/chatbots/${id}/contacts`,
    body: {
      users: [
        {
          external_id: crypto.randomUUID(),
          name: 'A',
          email: `${crypto.randomUUID()}@shop.example`,
          payment_accounts: [{ label: 'x', payment_id: 'y' }],
          custom_attributes: { a: [1, { b: 2 }] },
        },
      ],
    },
  }),
  id => ({ method: 'GET', path: `/v2/chatbots/${id}/contacts?page=1&per_page=10` }),
  id => ({
    method: 'POST',
    path: '/v2/chatbots/settings',
    body: {
      chatbotId: id,
      name: 'N',
      temp: 0.5,
      suggestedQueries: ['q'],
      styles: { theme: 'dark', buttonColor: '#fff' },
      leadForm: { title: 't', name: { enabled: true } },
      rateLimit: null,
    },
  }),
];

/** Puts something else in the place of one value, or adds or removes a field, anywhere inside. */
function spoil(value: unknown, random: () => number): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.2) {
    return VALUES[Math.floor(random() * VALUES.length)];
  }
  const tree = value as Record<string, unknown>;
  const keys = Object.keys(tree);
  const key = keys[Math.floor(random() * keys.length)];
  const change = random();
  if (key === undefined || change < 0.1) tree[STRINGS[Math.floor(random() * STRINGS.length)]!] = 1;
  else if (change < 0.2) delete tree[key];
  else tree[key] = spoil(tree[key], random);
  return value;
}
