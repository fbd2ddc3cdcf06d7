import 'deep-chat';

const chat = document.querySelector('deep-chat');
// Not `partialRender`, which is faster: it tears code blocks and lists apart where a token ends within a mark.
chat.connect = { url: 'ask', stream: true };
window.subject = {
  open() {},
  ask: text => chat.submitUserMessage({ text }),
  restore(pairs) {
    chat.history = pairs.flatMap(([question, answer]) => [
      { role: 'user', text: question },
      { role: 'ai', text: answer },
    ]);
  },
};
