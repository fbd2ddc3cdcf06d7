import 'agent-chat';
import 'agent-chat/admin';
import { de } from 'agent-chat/locales/de';
import type { Strings } from 'agent-chat/locales/strings';

const chat = document.createElement('agent-chat');
chat.mode = 'inline';
chat.settings = { placeholder: 'Ask', styles: { theme: 'dark' }, autoOpen: { delay: 3 }, leadForm: null };
chat.strings = { openChat: 'Ask us' };
const german: Strings = de;
chat.strings = german;
void chat.restore({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] });
void chat.registerTool('cart', { description: 'Read the cart', confirm: true, run: input => ({ input }) });
document.querySelector('agent-chat')?.show();
window.agentChat?.('set', { heading: 'Ask us' });
window.agentChat?.('on', 'agent-chat-reply', event => console.log(event.detail.message.role));
window.agentChat?.('sendMessage', 'Hello');
// @ts-expect-error no such method
window.agentChat?.('sendMesage', 'Hello');
// @ts-expect-error a message is a text
window.agentChat?.('sendMessage', 5);

// What a page may or may not have to say.
declare const perhaps: string | undefined;
chat.strings = { openChat: perhaps };
chat.settings = { placeholder: perhaps, styles: { buttonColor: perhaps } };
chat.addEventListener('agent-chat-reply', ({ detail }) =>
  chat.restore({ messages: [detail.message], conversationId: detail.conversationId }),
);

// @ts-expect-error no such mode
chat.mode = 'sideways';
// @ts-expect-error a setting that does not exist
chat.settings = { placehoder: 'Ask' };

// Events bubble: a page listens on the element, on what is around it, on the document and the window.
const places: [HTMLElement, Document, Window] = [chat, document, window];
const text: (string | undefined)[] = [];
places[0].addEventListener('agent-chat-reply', event => text.push(event.detail.conversationId));
places[1].addEventListener('agent-chat-reply', event => text.push(event.detail.message.id));
places[2].addEventListener('agent-chat-reply', event => text.push(event.detail.message.role));
chat.addEventListener('agent-chat-lead', event => text.push(event.detail.email, event.detail.phonenumber));
chat.addEventListener('agent-chat-feedback', event => text.push(event.detail.messageId, event.detail.reason));
chat.addEventListener('agent-chat-feedback', event => event.detail.value === 'down');
// @ts-expect-error a reply has no such field
chat.addEventListener('agent-chat-reply', event => event.detail.words);

const panel = document.createElement('agent-chat-admin');
panel.token = 'token';
panel.addEventListener('agent-chat-admin-save', event => text.push(event.detail.patch.name));
document.addEventListener('agent-chat-admin-error', event => text.push(event.detail.code));
