// The bundle its documents put on a page: the package's own entry can't be resolved (it wants a p-defer-es5).
import '../node_modules/botframework-webchat/dist/webchat.js';
import { words } from './agent.js';

const { createStore, renderWebChat } = window.WebChat;

/** The least that is a Direct Line connection: two observables and a way to post. */
const observable = first => {
  const observers = new Set();
  return {
    next: value => {
      for (const observer of observers) observer.next(value);
    },
    subscribe(observer) {
      const each = typeof observer === 'function' ? { next: observer } : observer;
      observers.add(each);
      if (first !== undefined) queueMicrotask(() => each.next(first));
      return { unsubscribe: () => observers.delete(each) };
    },
    [Symbol.observable ?? '@@observable']() {
      return this;
    },
  };
};
const ONLINE = 2;
const activity$ = observable();
let last = 0;
const activity = (role, more) => ({
  id: `a${++last}`,
  from: { id: role, role },
  timestamp: new Date().toISOString(),
  conversation: { id: 'bench' },
  type: 'message',
  textFormat: 'markdown',
  ...more,
});
// Live streaming as its documents have it: typing activities with the text so far, then the message itself.
const answer = async question => {
  let text = '';
  let streamSequence = 0;
  let streamId;
  for await (const more of words(question)) {
    text += more;
    streamSequence++;
    const channelData = { streamType: 'streaming', streamSequence, ...(streamId ? { streamId } : {}) };
    const chunk = activity('bot', { type: 'typing', text, channelData });
    streamId ??= chunk.id;
    activity$.next(chunk);
  }
  activity$.next(activity('bot', { text, channelData: { streamType: 'final', streamId } }));
};
const directLine = {
  activity$,
  connectionStatus$: observable(ONLINE),
  postActivity(posted) {
    const sent = observable();
    queueMicrotask(() => {
      const echo = activity('user', { ...posted, from: { id: 'user', role: 'user' } });
      sent.next(echo.id);
      activity$.next(echo);
      if (posted.type === 'message') void answer(posted.text);
    });
    return sent;
  },
  end() {},
};
const store = createStore();
renderWebChat({ directLine, store, userID: 'user' }, document.querySelector('#root'));
window.subject = {
  open() {},
  ask: text => store.dispatch({ type: 'WEB_CHAT/SEND_MESSAGE', payload: { method: 'keyboard', text } }),
  restore(pairs) {
    for (const [question, reply] of pairs) {
      activity$.next(activity('user', { text: question }));
      activity$.next(activity('bot', { text: reply }));
    }
  },
};
