import { AgentClient, Conversation, fetchPublicSettings } from 'agent-chat/client';

const endpoint = '/chat';
const conversation = new Conversation({ client: new AgentClient({ endpoint, agentId: 'id' }) });
conversation.subscribe(action => console.log(action.type, conversation.state.turn?.status));
await conversation.send('Hello');
const settings = await fetchPublicSettings({ endpoint, agentId: 'id' });
console.log(settings.name, settings.styles.theme);
