import 'agent-chat';
import { createApp, h, ref } from 'vue';

/** The agent's id and the proxy's address: `npm start` in the project prints both. */
const { VITE_AGENT_ID, VITE_ENDPOINT = 'http://localhost:8787' } = import.meta.env;

/** `h` accepts the tag as it is; a template needs `compilerOptions.isCustomElement`. */
const Shop = {
  setup() {
    const chat = ref(null);
    const unread = ref(0);
    return () => [
      h('h1', 'Corner Shelf, in Vue'),
      h('button', { type: 'button', onClick: () => chat.value.show() }, `Ask us (${unread.value} unread)`),
      h('agent-chat', {
        ref: chat,
        'agent-id': VITE_AGENT_ID,
        endpoint: VITE_ENDPOINT,
        '.settings': { styles: { buttonColor: '#2f6f4f' } },
        'onAgent-chat-unread': event => {
          unread.value = event.detail.count;
        },
      }),
    ];
  },
};

createApp(Shop).mount('#app');
