import '@n8n/chat/style.css';
import { createChat } from '@n8n/chat';

let app;
const mount = messageHistory => {
  app = createChat({
    webhookUrl: new URL('ask', location.href).href,
    enableStreaming: true,
    loadPreviousSession: false,
    initialMessages: [],
    messageHistory,
  });
};
mount();
const find = selector => document.querySelector(selector);
const frame = () => new Promise(requestAnimationFrame);
const isOpen = () => find('.chat-inputs textarea')?.checkVisibility() === true;
const open = async () => {
  if (!isOpen()) find('.chat-window-toggle').click();
  while (!isOpen()) await frame();
};
window.subject = {
  open,
  async ask(text) {
    const field = find('.chat-inputs textarea');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await frame();
    find('.chat-input-send-button').click();
  },
  async restore(pairs) {
    app.unmount();
    mount(
      pairs.flatMap(([question, answer], index) => [
        { id: `q${index}`, sender: 'user', text: question },
        { id: `a${index}`, sender: 'bot', text: answer },
      ]),
    );
    await open();
  },
};
