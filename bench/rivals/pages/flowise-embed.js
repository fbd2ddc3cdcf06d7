import Chatbot from 'flowise-embed/dist/web.js';

const init = () => Chatbot.init({ chatflowid: 'bench', apiHost: location.href.replace('/page.html', '') });
init();
const find = selector => document.querySelector('flowise-chatbot')?.shadowRoot?.querySelector(selector);
const frame = () => new Promise(requestAnimationFrame);
const open = async () => {
  while (!find('button[part=button]')) await frame();
  if (!find('textarea')) find('button[part=button]').click();
  while (!find('textarea')) await frame();
};
window.subject = {
  open,
  async ask(text) {
    const field = find('textarea');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await frame();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
  },
  // What it keeps of a conversation is in the browser's storage, and read again when it is opened.
  async restore(pairs) {
    Chatbot.destroy();
    const chatHistory = pairs.flatMap(([question, answer]) => [
      { message: question, type: 'userMessage' },
      { message: answer, type: 'apiMessage' },
    ]);
    localStorage.setItem('bench_EXTERNAL', JSON.stringify({ chatId: 'bench', chatHistory }));
    init();
    await open();
  },
};
