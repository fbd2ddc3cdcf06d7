import { STATES } from './gallery-states.js';

const VARIANTS = {
  light: { caption: 'Light', theme: 'light' },
  dark: { caption: 'Dark', theme: 'dark' },
  rtl: { caption: 'Right to left', theme: 'light', lang: 'ar' },
  narrow: { caption: '320 pixels', theme: 'light' },
};
const SETTINGS = {
  name: 'Corner Shelf',
  initialMessages: [],
  suggestedQueries: [],
  placeholder: '',
  visibility: 'public',
  allowedDomains: [],
  rateLimit: null,
  styles: {
    theme: 'auto',
    buttonColor: '',
    alignment: 'right',
    userMessageColor: '',
    agentMessageColor: '',
    radius: 'medium',
    font: '',
    density: 'normal',
  },
  autoOpen: null,
  leadForm: null,
};
const MOUNT = '/gallery-network/';
const network = globalThis.fetch;
const states = new Map();

// Answers the requests of each chat; all other requests go to the network.
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(MOUNT)) return network(input, init);
  const state = states.get(decodeURIComponent(pathname.slice(MOUNT.length).split('/')[0]));
  if (pathname.endsWith('/settings')) {
    const styles = { ...SETTINGS.styles, ...state.settings?.styles };
    return Response.json({ ...SETTINGS, ...state.settings, styles });
  }
  if (pathname.endsWith('/chat')) return answer(state, init?.signal);
  return new Response(null, { status: 204 });
};

function answer(state, signal) {
  const script = state.answers[Math.min(state.asked++, state.answers.length - 1)];
  if (script.offline) throw new TypeError('Failed to fetch');
  if (script.silent)
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
  if (script.status) {
    const error = { code: script.code, message: 'as the proxy says it' };
    return Response.json({ error }, { status: script.status, headers: script.headers ?? {} });
  }
  const words = script.tokens ?? [];
  const events = words.map(content => ({ type: 'token', content }));
  if (script.error) events.push({ type: 'error', code: script.error, message: 'as the proxy says it' });
  else if (!script.hang && !script.lost) events.push(done(words.join(''), script));
  const bytes = events.map((event, n) => `id: ${n + 1}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const body = new ReadableStream({
    start(stream) {
      signal?.addEventListener('abort', () => stream.error(signal.reason));
      if (bytes) stream.enqueue(new TextEncoder().encode(bytes));
      if (script.lost) setTimeout(() => stream.error(new TypeError('network error')), 50);
      else if (script.hang) stayAlive(stream, signal);
      else stream.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** Sends the heartbeats of a server that takes long. */
function stayAlive(stream, signal) {
  const ping = () => stream.enqueue(new TextEncoder().encode(': still here\n\n'));
  ping();
  const timer = setInterval(ping, 5000);
  signal?.addEventListener('abort', () => clearInterval(timer));
}

function done(text, { finishReason = 'stop', parts = [] }) {
  const metadata = {
    userMessageId: 'q',
    conversationId: 'c',
    userId: null,
    finishReason,
    usage: { credits: 1 },
  };
  return {
    type: 'done',
    data: { id: crypto.randomUUID(), role: 'assistant', parts: [{ type: 'text', text }, ...parts], metadata },
  };
}

async function show(name, variant, place) {
  const { caption, theme, lang = 'en' } = VARIANTS[variant];
  const id = `${name}-${variant}`;
  const state = { ...STATES[name], asked: 0 };
  states.set(id, state);
  const figure = document.createElement('figure');
  figure.dataset.variant = variant;
  const label = document.createElement('figcaption');
  label.textContent = caption;
  const box = document.createElement('div');
  const chat = document.createElement('agent-chat');
  Object.assign(chat, {
    mode: 'inline',
    theme,
    lang,
    endpoint: MOUNT + encodeURIComponent(id),
    agentId: `gallery-${id}`,
    heading: `${name}, ${caption}`,
  });
  box.append(chat);
  figure.append(label, box);
  place.append(figure);
  state.setUp?.(chat);
  if (state.restore) await chat.restore({ messages: state.restore });
  if (state.ask) void chat.sendMessage(state.ask);
  if (state.until) await condition(() => state.until(chat), name);
  state.press?.(chat);
  if (state.at) await condition(() => state.at(chat), name);
}

async function condition(met, name) {
  const end = performance.now() + 20_000;
  while (!met()) {
    if (performance.now() > end) throw new Error(`“${name}” was never reached`);
    await new Promise(requestAnimationFrame);
  }
}

// Deletes the conversations of earlier visits.
for (const key of Object.keys(localStorage))
  if (key.startsWith('agent-chat:gallery-')) localStorage.removeItem(key);

const wanted = new URLSearchParams(location.search);
const variants = Object.keys(VARIANTS).filter(variant => (wanted.get('variant') ?? variant) === variant);
document.documentElement.toggleAttribute('data-single', variants.length === 1);
await customElements.whenDefined('agent-chat');
// One state after the other, so that they do not take the focus from each other.
for (const name of Object.keys(STATES)) {
  if ((wanted.get('state') ?? name) !== name) continue;
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = name;
  const place = document.createElement('div');
  place.className = 'variants';
  section.append(heading, place);
  document.querySelector('main').append(section);
  for (const variant of variants) await show(name, variant, place);
}
document.documentElement.dataset.ready = '';
